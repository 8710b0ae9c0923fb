import { Link } from "@tanstack/react-router";
import type { Subscriber, TopicSubscription } from "@tidings/contract";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { FailedRead, sentenceOf } from "../app/failed-read.tsx";
import { useRead, useWrite } from "../app/read.ts";
import { Button } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loading } from "../components/loading.tsx";
import { Moment } from "../components/moment.tsx";
import { type Column, Table } from "../components/table.tsx";
import { say } from "../components/toast.tsx";
import { AddToTopic } from "./add-to-topic.tsx";
import { shortNameOf } from "./person.ts";
import styles from "./subscribers.module.css";
import { TOPIC_WORDS as words } from "./topic-words.ts";

/** The API's largest page; a person is rarely in more topics. */
const LIMIT = 100;
const readKey = (subscriberId: string) => ["topics-of", subscriberId] as const;

/** The groups through which triggers reach the person. */
export function TopicsTab({ subscriber }: { subscriber: Subscriber }) {
  const { subscriberId } = subscriber;
  const mayManage = useMay("manage");
  const { data, error, refetch } = useRead(readKey(subscriberId), (client) =>
    client.topics.listOfSubscriber(subscriberId, { limit: LIMIT }),
  );
  if (error) return <FailedRead title={words.cannotBeRead} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label={words.reading} />;
  return (
    <div className={styles.stack}>
      {mayManage && <AddToTopic subscriberId={subscriberId} changes={[readKey(subscriberId)]} />}
      {data.data.length === 0 ? (
        <EmptyState title={words.none}>{words.noneWhy(shortNameOf(subscriber))}</EmptyState>
      ) : (
        <Table
          label={words.label}
          columns={mayManage ? [...COLUMNS, leaveColumn(subscriberId)] : COLUMNS}
          rows={data.data}
          keyOf={({ _id }) => _id}
        />
      )}
      {data.next && <p>{words.more(LIMIT)}</p>}
    </div>
  );
}

const COLUMNS: Column<TopicSubscription>[] = [
  {
    name: "topic",
    title: words.topic,
    isRowHeader: true,
    cell: ({ topic }) => <TopicLink name={topic.key} />,
  },
  { name: "name", title: words.name, isWide: true, cell: ({ topic }) => topic.name },
  {
    name: "since",
    title: words.since,
    isWide: true,
    cell: ({ createdAt }) => <Moment at={createdAt} isStored />,
  },
];

function TopicLink({ name }: { name: string }) {
  const { environment } = useEnvironment();
  const params = { environment: environment.identifier, key: name };
  return (
    <Link to="/in/$environment/topics/$key" params={params} search={{}} className={styles.link}>
      {name}
    </Link>
  );
}

const leaveColumn = (subscriberId: string): Column<TopicSubscription> => ({
  name: "remove",
  title: <span className="visually-hidden">{words.action}</span>,
  isNarrow: true,
  cell: ({ topic }) => <Leave subscriberId={subscriberId} topicKey={topic.key} />,
});

function Leave({ subscriberId, topicKey }: { subscriberId: string; topicKey: string }) {
  const leave = useWrite(
    (client) => client.topics.unsubscribe(topicKey, { subscriptions: [subscriberId] }),
    [readKey(subscriberId)],
  );
  const run = () =>
    leave.mutate(undefined, { onError: (error) => say(`${words.cannotLeave}: ${sentenceOf(error)}`) });
  const label = `${words.remove} ${topicKey}`;
  return (
    <Button isSmall isBusy={leave.isPending} onClick={run} aria-label={label}>
      {words.remove}
    </Button>
  );
}
