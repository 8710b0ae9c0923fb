import { Link } from "@tanstack/react-router";
import type { WorkflowListItem } from "@tidings/contract";
import { useEnvironment } from "../../app/environment.tsx";
import { addressIn } from "../../app/navigation.ts";
import { useRowKeys } from "../../app/row-keys.ts";
import { Chip } from "../../components/chip.tsx";
import { Moment } from "../../components/moment.tsx";
import { StateMark } from "../../components/state-mark.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { counted } from "../../timeline/words.ts";
import { issuesOf } from "../editor/issues.ts";
import { StepIcon } from "../step-icon.tsx";
import { ActiveSwitch } from "./active-switch.tsx";
import { LastDay } from "./last-day.tsx";
import styles from "./list.module.css";
import { RowMenu } from "./row-menu.tsx";
import { words } from "./words.ts";

const keyOf = ({ workflowId }: WorkflowListItem): string => workflowId;

export function WorkflowTable({ rows }: { rows: readonly WorkflowListItem[] }) {
  const currentKey = useRowKeys(rows.map(keyOf));
  return <Table label={words.title} columns={COLUMNS} rows={rows} keyOf={keyOf} currentKey={currentKey} />;
}

const COLUMNS: Column<WorkflowListItem>[] = [
  { name: "name", title: words.name, isRowHeader: true, cell: (row) => <NameCell row={row} /> },
  { name: "steps", title: words.steps, isWide: true, cell: (row) => <Steps row={row} /> },
  { name: "state", title: words.state, isNarrow: true, isWide: true, cell: (row) => <State row={row} /> },
  {
    name: "triggered",
    title: words.lastTriggered,
    isNarrow: true,
    isWide: true,
    cell: ({ lastTriggeredAt: at }) =>
      at ? <Moment at={at} /> : <span className={styles.second}>{words.never}</span>,
  },
  { name: "day", title: words.lastDay, isNarrow: true, isWide: true, cell: (row) => <LastDay row={row} /> },
  { name: "tags", title: words.tags, isWide: true, cell: (row) => <Tags row={row} /> },
  {
    name: "actions",
    title: <span className="visually-hidden">{words.actions}</span>,
    isNarrow: true,
    cell: (row) => <RowMenu workflow={row} />,
  },
];

type RowProps = { row: WorkflowListItem };

function NameCell({ row }: RowProps) {
  const { environment } = useEnvironment();
  const path = `workflows/${encodeURIComponent(row.workflowId)}`;
  return (
    <>
      <Link to={addressIn(environment.identifier, path)} className={styles.link}>
        {row.name}
      </Link>
      <div className={styles.second}>
        <code>{row.workflowId}</code>
      </div>
      <div className={styles.phone}>
        <Steps row={row} />
        <State row={row} />
      </div>
    </>
  );
}

function Steps({ row: { steps, stepTypeOverviews } }: RowProps) {
  if (steps.length === 0) return <span className={styles.second}>{words.noSteps}</span>;
  return (
    <ol className={styles.steps}>
      {stepTypeOverviews.map((type, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other order than their place
        <li key={at}>
          <StepIcon type={type} />
        </li>
      ))}
    </ol>
  );
}

function State({ row }: RowProps) {
  const issues = row.steps.flatMap((step) => issuesOf(step));
  return (
    <div className={styles.state}>
      <ActiveSwitch workflow={row} />
      {issues.length > 0 && <StateMark state="failed" word={counted(issues.length, "issue")} />}
    </div>
  );
}

function Tags({ row: { tags } }: RowProps) {
  return (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <Chip key={tag}>{tag}</Chip>
      ))}
    </span>
  );
}
