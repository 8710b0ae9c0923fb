import type { Notification } from "@tidings/contract";
import { Moment } from "../components/moment.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { type Column, Table } from "../components/table.tsx";
import { fullNameOf } from "../timeline/person.ts";
import { NotificationLink } from "../timeline/sentence-view.tsx";
import { useLastNotifications } from "./reads.ts";
import styles from "./topics.module.css";
import { words } from "./words.ts";

/** What was sent last because a trigger named the topic. */
export function LastNotifications({ topicKey }: { topicKey: string }) {
  const { data } = useLastNotifications(topicKey);
  if (!data) return null;
  return (
    <div className={styles.stack}>
      <h2>{words.triggers}</h2>
      {data.data.length === 0 ? (
        <p>{words.noTriggers}</p>
      ) : (
        <Table label={words.triggers} columns={COLUMNS} rows={data.data} keyOf={({ _id }) => _id ?? ""} />
      )}
    </div>
  );
}

const COLUMNS: Column<Notification>[] = [
  { name: "state", title: "State", cell: ({ state = "waiting" }) => <StateMark state={state} /> },
  {
    name: "workflow",
    title: "Workflow",
    isRowHeader: true,
    cell: ({ _id = "", template }) => (
      <NotificationLink id={_id} label={template?.name ?? words.deletedWorkflow} />
    ),
  },
  { name: "to", title: "To", isWide: true, cell: ({ subscriber }) => fullNameOf(subscriber) },
  {
    name: "when",
    title: "When",
    isNarrow: true,
    cell: ({ createdAt }) => createdAt && <Moment at={createdAt} />,
  },
];
