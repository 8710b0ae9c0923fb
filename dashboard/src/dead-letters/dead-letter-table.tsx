import { Link } from "@tanstack/react-router";
import type { DeadLetter } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { addressIn } from "../app/navigation.ts";
import { useRowKeys } from "../app/row-keys.ts";
import { useShortcut } from "../app/shortcuts.tsx";
import { Moment } from "../components/moment.tsx";
import { selectColumn } from "../components/select-column.tsx";
import type { Selection } from "../components/selection.ts";
import { StateMark } from "../components/state-mark.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Carrier } from "../timeline/carrier.tsx";
import { CHANNEL_NAMES } from "../timeline/message-words.ts";
import styles from "./dead-letters.module.css";
import type { List } from "./filters.ts";
import { discardedBy, REASONS, toPerson, words } from "./words.ts";

type TableProps = {
  rows: readonly DeadLetter[];
  /** Absent where nothing can be selected. */
  selection?: Selection | undefined;
  list: List;
};

const idOf = ({ _id }: DeadLetter): string => _id;

export function DeadLetterTable({ rows, selection, list }: TableProps) {
  const ids = rows.map(idOf);
  const currentKey = useRowKeys(ids);
  useShortcut("x", words.select, () => currentKey && selection?.toggle(currentKey));
  const columns = [
    ...(selection ? [selectColumn({ selection, rows, keyOf: idOf, nameOf })] : []),
    ...COLUMNS,
    WHEN[list],
  ];
  return (
    <Table
      label={words.title}
      columns={columns}
      rows={rows}
      keyOf={idOf}
      currentKey={currentKey}
      {...(selection ? { selected: selection.ids } : {})}
    />
  );
}

const nameOf = (row: DeadLetter): string => `${row.workflowId}, ${subscriberOf(row)}`;

const COLUMNS: Column<DeadLetter>[] = [
  { name: "workflow", title: "Workflow", isRowHeader: true, cell: (row) => <WorkflowCell row={row} /> },
  { name: "reason", title: "Reason", isWide: true, cell: (row) => <Reason row={row} /> },
  { name: "subscriber", title: "Subscriber", isWide: true, cell: subscriberOf },
  {
    name: "through",
    title: "Through",
    isWide: true,
    cell: ({ channel, _integrationId, providerId }) => (
      <>
        {CHANNEL_NAMES[channel as keyof typeof CHANNEL_NAMES] ?? channel}
        <div className={styles.second}>
          {providerId ? <Carrier integrationId={_integrationId} providerId={providerId} /> : words.noProvider}
        </div>
      </>
    ),
  },
  {
    name: "answer",
    title: "Last answer",
    isWide: true,
    cell: ({ errorText }) => <span className={styles.answer}>{errorText ?? words.noAnswer}</span>,
  },
];

const whenColumn = (list: List, cell: Column<DeadLetter>["cell"]): Column<DeadLetter> => {
  return { name: "when", title: words[list], isNarrow: true, cell };
};

/** The last column of each list. */
const WHEN: Record<List, Column<DeadLetter>> = {
  given: whenColumn("given", ({ diedAt }) => <Moment at={diedAt} />),
  sent: whenColumn("sent", ({ replayedAt }) => replayedAt && <Moment at={replayedAt} />),
  discarded: whenColumn("discarded", ({ discardedAt, discardedBy: by }) => (
    <>
      {discardedAt && <Moment at={discardedAt} />}
      {by && <div className={styles.second}>{discardedBy(by)}</div>}
    </>
  )),
};

function subscriberOf({ subscriberId }: DeadLetter): string {
  return subscriberId ?? words.unknownSubscriber;
}

/** An address that cannot be reached is not the operator's failure. */
function Reason({ row: { reason } }: { row: DeadLetter }) {
  return <StateMark state={reason === "recipient_error" ? "unreachable" : "failed"} word={REASONS[reason]} />;
}

function WorkflowCell({ row }: { row: DeadLetter }) {
  const { environment } = useEnvironment();
  return (
    <>
      <Link
        to={addressIn(environment.identifier, `notifications/${row._notificationId}`)}
        className={styles.link}
      >
        {row.workflowId}
      </Link>
      <div className={styles.phone}>
        {toPerson(subscriberOf(row))}
        <Reason row={row} />
        <div className={styles.answer}>{row.errorText ?? words.noAnswer}</div>
      </div>
    </>
  );
}
