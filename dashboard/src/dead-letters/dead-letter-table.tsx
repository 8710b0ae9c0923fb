import { Link } from "@tanstack/react-router";
import type { DeadLetter } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { addressIn } from "../app/navigation.ts";
import { useRowKeys } from "../app/row-keys.ts";
import { useShortcut } from "../app/shortcuts.tsx";
import { Checkbox } from "../components/checkbox.tsx";
import { Moment } from "../components/moment.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { type Column, Table } from "../components/table.tsx";
import styles from "./dead-letters.module.css";
import type { Selection } from "./selection.ts";
import { CHANNEL_NAMES, REASONS, toPerson, words } from "./words.ts";

type TableProps = {
  rows: readonly DeadLetter[];
  /** Absent where nothing can be selected. */
  selection?: Selection | undefined;
  isSentAgain: boolean;
};

const idOf = ({ _id }: DeadLetter): string => _id;

export function DeadLetterTable({ rows, selection, isSentAgain }: TableProps) {
  const ids = rows.map(idOf);
  const currentKey = useRowKeys(ids);
  useShortcut("x", words.select, () => currentKey && selection?.toggle(currentKey));
  const columns = [
    ...(selection ? [selectColumn(selection, ids)] : []),
    ...COLUMNS,
    isSentAgain ? SENT_AGAIN : GIVEN_UP,
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

function selectColumn({ ids, toggle, set }: Selection, shown: readonly string[]): Column<DeadLetter> {
  const areAll = shown.every((id) => ids.has(id));
  return {
    name: "select",
    isNarrow: true,
    title: (
      <Checkbox
        label={words.selectAll}
        isLabelHidden
        isChecked={areAll}
        onChange={(all) => set(all ? shown : [])}
      />
    ),
    cell: ({ _id, workflowId, subscriberId }) => (
      <Checkbox
        label={`${words.select} ${workflowId}, ${subscriberId ?? words.unknownSubscriber}`}
        isLabelHidden
        isChecked={ids.has(_id)}
        onChange={() => toggle(_id)}
      />
    ),
  };
}

const COLUMNS: Column<DeadLetter>[] = [
  { name: "workflow", title: "Workflow", isRowHeader: true, cell: (row) => <WorkflowCell row={row} /> },
  { name: "reason", title: "Reason", isWide: true, cell: (row) => <Reason row={row} /> },
  { name: "subscriber", title: "Subscriber", isWide: true, cell: subscriberOf },
  {
    name: "through",
    title: "Through",
    isWide: true,
    cell: ({ channel, providerId }) => (
      <>
        {CHANNEL_NAMES[channel as keyof typeof CHANNEL_NAMES] ?? channel}
        <div className={styles.second}>{providerId ?? words.noProvider}</div>
      </>
    ),
  },
  {
    name: "answer",
    title: "Last answer",
    isWide: true,
    cell: ({ errorText }) => <div className={styles.answer}>{errorText ?? words.noAnswer}</div>,
  },
];

const GIVEN_UP: Column<DeadLetter> = {
  name: "when",
  title: words.given,
  isNarrow: true,
  cell: ({ diedAt }) => <Moment at={diedAt} />,
};

const SENT_AGAIN: Column<DeadLetter> = {
  name: "when",
  title: words.sent,
  isNarrow: true,
  cell: ({ replayedAt }) => (replayedAt ? <Moment at={replayedAt} /> : null),
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
