import { Link } from "@tanstack/react-router";
import type { TopicSubscription } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { sentenceOf } from "../app/failed-read.tsx";
import { useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { Moment } from "../components/moment.tsx";
import { type Column, Table } from "../components/table.tsx";
import { say } from "../components/toast.tsx";
import { membersRead, topicRead } from "./reads.ts";
import styles from "./topics.module.css";
import { words } from "./words.ts";

type TableProps = { rows: readonly TopicSubscription[]; topicKey: string; mayManage: boolean };

export function MemberTable({ rows, topicKey, mayManage }: TableProps) {
  return (
    <Table
      label={words.members}
      columns={mayManage ? [...COLUMNS, removeColumn(topicKey)] : COLUMNS}
      rows={rows}
      keyOf={({ _id }) => _id}
    />
  );
}

const COLUMNS: Column<TopicSubscription>[] = [
  { name: "member", title: words.member, isRowHeader: true, cell: (row) => <MemberCell row={row} /> },
  {
    name: "id",
    title: "Id",
    isWide: true,
    cell: ({ subscriber }) => <code>{subscriber.subscriberId}</code>,
  },
  {
    name: "since",
    title: words.since,
    isWide: true,
    cell: ({ createdAt }) => <Moment at={createdAt} isStored />,
  },
];

function MemberCell({ row: { subscriber } }: { row: TopicSubscription }) {
  const { environment } = useEnvironment();
  const { subscriberId, firstName, lastName } = subscriber;
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const params = { environment: environment.identifier, subscriberId, tab: "notifications" };
  return (
    <Link
      to="/in/$environment/subscribers/$subscriberId/$tab"
      params={params}
      search={{}}
      className={styles.link}
    >
      {name || subscriberId}
    </Link>
  );
}

const removeColumn = (topicKey: string): Column<TopicSubscription> => ({
  name: "remove",
  title: <span className="visually-hidden">{words.action}</span>,
  isNarrow: true,
  cell: ({ subscriber }) => <Remove topicKey={topicKey} subscriberId={subscriber.subscriberId} />,
});

function Remove({ topicKey, subscriberId }: { topicKey: string; subscriberId: string }) {
  const remove = useWrite(
    (client) => client.topics.unsubscribe(topicKey, { subscriptions: [subscriberId] }),
    [membersRead(topicKey), topicRead(topicKey)],
  );
  const run = () =>
    remove.mutate(undefined, {
      onSuccess: () => say(words.removed(subscriberId)),
      onError: (error) => say(`${words.cannotBeRemoved}: ${sentenceOf(error)}`),
    });
  const label = `${words.remove} ${subscriberId}`;
  return (
    <Button isSmall isBusy={remove.isPending} onClick={run} aria-label={label}>
      {words.remove}
    </Button>
  );
}
