import { Link } from "@tanstack/react-router";
import type { Notification } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { addressIn } from "../app/navigation.ts";
import { useRowKeys } from "../app/row-keys.ts";
import { useShortcut } from "../app/shortcuts.tsx";
import { Moment } from "../components/moment.tsx";
import { selectColumn } from "../components/select-column.tsx";
import type { Selection } from "../components/selection.ts";
import { StateMark } from "../components/state-mark.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Unbroken } from "../components/unbroken.tsx";
import { reasonWords } from "../timeline/reason-words.ts";
import { shownState } from "../timeline/shown-state.ts";
import { personOf, stateOfJob, waitsUntil, workflowOf } from "./list-row.ts";
import styles from "./list-table.module.css";
import { failedSteps, words } from "./list-words.ts";

const idOf = ({ _id }: Notification): string => _id ?? "";

const nameOf = (row: Notification): string =>
  `${workflowOf(row) ?? words.unknownWorkflow}, ${personOf(row) ?? words.unknownSubscriber}`;

type TableProps = {
  rows: readonly Notification[];
  /** Absent where nothing can be done with selected ones. */
  selection?: Selection | undefined;
};

export function ListTable({ rows, selection }: TableProps) {
  const currentKey = useRowKeys(rows.map(idOf));
  useShortcut("x", words.select, () => currentKey && selection?.toggle(currentKey));
  const select = selection && selectColumn({ selection, rows, keyOf: idOf, nameOf });
  return (
    <Table
      label={words.title}
      columns={select ? [select, ...columns] : columns}
      rows={rows}
      keyOf={idOf}
      currentKey={currentKey}
      {...(selection ? { selected: selection.ids } : {})}
    />
  );
}

const columns: Column<Notification>[] = [
  { name: "state", title: "State", cell: (row) => <StateCell row={row} /> },
  { name: "workflow", title: "Workflow", isRowHeader: true, cell: (row) => <WorkflowCell row={row} /> },
  { name: "subscriber", title: "Subscriber", isWide: true, cell: (row) => <SubscriberCell row={row} /> },
  { name: "steps", title: "Steps", isWide: true, cell: (row) => <StepsCell row={row} /> },
  { name: "why", title: "Why", isWide: true, cell: (row) => <WhyCell row={row} /> },
  {
    name: "when",
    title: "When",
    isNarrow: true,
    cell: ({ createdAt }) => (createdAt ? <Moment at={createdAt} /> : null),
  },
];

type Cell = { row: Notification };

function StateCell({ row }: Cell) {
  const { state = "waiting", failedSteps: failed = 0 } = row;
  return (
    <>
      <StateMark state={shownState(row) ?? state} />
      {failed > 0 && state !== "failed" && <div className={styles.failed}>{failedSteps(failed)}</div>}
    </>
  );
}

function WorkflowCell({ row }: Cell) {
  const { environment } = useEnvironment();
  return (
    <>
      <Link to={addressIn(environment.identifier, `notifications/${idOf(row)}`)} className={styles.link}>
        {workflowOf(row) ?? words.unknownWorkflow}
      </Link>
      <div className={styles.phone}>
        to {personOf(row) ?? words.unknownSubscriber}
        <div className={styles.why}>
          <WhyCell row={row} />
        </div>
      </div>
    </>
  );
}

function SubscriberCell({ row }: Cell) {
  const second = row.subscriber?.email ?? row.subscriber?.phone ?? row.subscriber?.subscriberId;
  return (
    <>
      {personOf(row) ?? words.unknownSubscriber}
      {second && second !== personOf(row) && <div className={styles.second}>{second}</div>}
    </>
  );
}

function StepsCell({ row }: Cell) {
  return (
    <ul className={styles.steps}>
      {row.jobs?.map((job) => (
        <li key={job._id}>
          <StateMark
            state={stateOfJob(job, row)}
            word={`${job.stepId ?? job.type}: ${job.status}`}
            isShapeOnly
          />
        </li>
      ))}
    </ul>
  );
}

/** The first reason that is the operator's to repair, else the moment it waits for, else why it was skipped. */
function WhyCell({ row }: Cell) {
  const { reason, state, needsAttention } = row;
  const until = waitsUntil(row);
  if (state === "waiting" && until && !needsAttention) {
    return (
      <>
        until <Moment at={until} isInSentence />
      </>
    );
  }
  if (!reason || (state === "delivered" && !needsAttention)) return null;
  const sentence = reasonWords(reason.code);
  return <Unbroken text={reason.stepId ? `${reason.stepId}: ${sentence}` : sentence} />;
}
