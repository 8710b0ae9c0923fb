import { Link } from "@tanstack/react-router";
import type { Notification } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Loading } from "../components/loading.tsx";
import { Moment } from "../components/moment.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { type Column, Table } from "../components/table.tsx";
import { personOf } from "../timeline/person.ts";
import { workflowOf } from "./attention.ts";
import styles from "./home.module.css";
import { useLastNotifications } from "./reads.ts";
import { words } from "./words.ts";

/** The newest notifications. */
export function LastNotifications() {
  const { environment } = useEnvironment();
  const { data, error, refetch } = useLastNotifications();
  return (
    <div className={styles.last}>
      <div className={styles.head}>
        <h2>{words.last}</h2>
        <Link
          to="/in/$environment/notifications"
          params={{ environment: environment.identifier }}
          search={{}}
        >
          {words.allNotifications}
        </Link>
      </div>
      {error && <FailedRead title={words.lastUnread} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label={words.readingLast} />}
      {data?.data.length === 0 && <EmptyState title={words.none}>{words.noneWhy}</EmptyState>}
      {data && data.data.length > 0 && (
        <Table label={words.last} columns={columns} rows={data.data} keyOf={({ _id = "" }) => _id} />
      )}
    </div>
  );
}

const columns: Column<Notification>[] = [
  { name: "state", title: "State", cell: ({ state = "waiting" }) => <StateMark state={state} /> },
  { name: "workflow", title: "Workflow", isRowHeader: true, cell: (row) => <WorkflowCell row={row} /> },
  {
    name: "subscriber",
    title: "Subscriber",
    isWide: true,
    cell: ({ subscriber }) => personOf(subscriber) || words.unknownSubscriber,
  },
  {
    name: "when",
    title: "When",
    isNarrow: true,
    cell: ({ createdAt }) => (createdAt ? <Moment at={createdAt} /> : null),
  },
];

function WorkflowCell({ row }: { row: Notification }) {
  const { environment } = useEnvironment();
  const params = { environment: environment.identifier, id: row._id ?? "" };
  return (
    <Link to="/in/$environment/notifications/$id" params={params} search={{}}>
      {workflowOf(row) ?? words.unknownWorkflow}
    </Link>
  );
}
