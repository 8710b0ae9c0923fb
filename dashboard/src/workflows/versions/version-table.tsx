import { Link } from "@tanstack/react-router";
import type { WorkflowVersion } from "@tidings/contract";
import { useMay } from "../../app/environment.tsx";
import { useRowKeys } from "../../app/row-keys.ts";
import { useShortcut } from "../../app/shortcuts.tsx";
import { Button } from "../../components/button.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { Chip } from "../../components/chip.tsx";
import { Moment } from "../../components/moment.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { comparedText } from "./compared.ts";
import type { Restore } from "./use-restore.ts";
import styles from "./versions.module.css";
import { words } from "./words.ts";

type TableProps = {
  rows: readonly WorkflowVersion[];
  chosen: readonly number[];
  onToggle: (version: number) => void;
  restore: Restore;
};

const hidden = (title: string) => <span className="visually-hidden">{title}</span>;
const keyOf = ({ version }: WorkflowVersion): string => `${version}`;

export function VersionTable({ rows, chosen, onToggle, restore }: TableProps) {
  const mayManage = useMay("manage");
  const currentKey = useRowKeys(rows.map(keyOf));
  useShortcut("x", words.choose, () => currentKey && onToggle(Number(currentKey)));
  const columns: Column<WorkflowVersion>[] = [
    { name: "choose", title: hidden(words.chosen), isNarrow: true, cell: ({ version }) => choice(version) },
    ...COLUMNS,
    ...(mayManage ? [{ name: "actions", title: hidden(words.actions), isNarrow: true, cell: action }] : []),
  ];
  function choice(version: number) {
    const isChecked = chosen.includes(version);
    return (
      <Checkbox
        label={words.chooseVersion(version)}
        isLabelHidden
        isChecked={isChecked}
        onChange={() => onToggle(version)}
      />
    );
  }
  function action({ version, isCurrent }: WorkflowVersion) {
    if (isCurrent) return null;
    return (
      <Button
        isSmall
        isBusy={restore.busy === version}
        onClick={() => void restore.ask(version)}
        aria-label={words.restoreVersion(version)}
      >
        {words.restore}
      </Button>
    );
  }
  return (
    <Table
      label={words.title}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      currentKey={currentKey}
      selected={new Set(chosen.map(String))}
    />
  );
}

const COLUMNS: Column<WorkflowVersion>[] = [
  { name: "version", title: words.version, isRowHeader: true, cell: (row) => <VersionCell row={row} /> },
  {
    name: "stored",
    title: words.stored,
    isNarrow: true,
    cell: ({ createdAt }) => <Moment at={createdAt} isStored />,
  },
  {
    name: "waiting",
    title: words.waiting,
    isNarrow: true,
    isWide: true,
    cell: ({ waitingNotifications }) => waitingNotifications.toLocaleString("en"),
  },
];

/** The link shows what the version changed; nothing is before the first one. */
function VersionCell({ row: { version, isCurrent, waitingNotifications } }: { row: WorkflowVersion }) {
  const name = words.versionName(version);
  const compare = comparedText({ before: version - 1, after: version });
  return (
    <span className={styles.name}>
      {version === 1 ? (
        <span className={styles.first}>{name}</span>
      ) : (
        <Link to="." search={{ compare }} className={styles.link} title={words.whatItChanged}>
          {name}
        </Link>
      )}
      {isCurrent && <Chip tone="ok">{words.current}</Chip>}
      {waitingNotifications > 0 && (
        <span className={`${styles.second} ${styles.phone}`}>{words.waitingCount(waitingNotifications)}</span>
      )}
    </span>
  );
}
