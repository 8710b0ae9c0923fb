import { type Environment, listEnvironments } from "@tidings/contract";
import { useState } from "react";
import { useEnvironment, useMay } from "../app/environment.tsx";
import { FailedRead } from "../app/failed-read.tsx";
import { useSession } from "../app/session.tsx";
import { Button } from "../components/button.tsx";
import { Chip } from "../components/chip.tsx";
import { CopyAs } from "../components/copy-as.tsx";
import { Loading } from "../components/loading.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { type Column, Table } from "../components/table.tsx";
import { DeleteEnvironment } from "./delete-environment.tsx";
import { EnvironmentDialog } from "./environment-dialog.tsx";
import { useEnvironments } from "./environments.ts";
import { NewKey } from "./new-key.tsx";
import styles from "./settings.module.css";
import { namedAction, environmentWords as own, words } from "./words.ts";

type Open = { kind: "new" } | { kind: "change" | "delete"; of: Environment };

const CALL = { operation: listEnvironments, sdk: { method: "environments.list", args: [] } };

/** All environments, and how to make, change and delete them. */
export function EnvironmentsScreen() {
  const mayManage = useMay("manage");
  const mayChange = useMayChange();
  const { data, error, refetch } = useEnvironments();
  const [open, setOpen] = useState<Open>();
  const [newKey, setNewKey] = useState<string>();
  const close = () => setOpen(undefined);
  const head = (
    <>
      <CopyAs call={CALL} />
      {mayManage && (
        <Button kind="primary" onClick={() => setOpen({ kind: "new" })}>
          {own.add}
        </Button>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={words.environments} actions={head} />
      {error && <FailedRead title={own.unread} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label={own.reading} lines={3} />}
      {data && (
        <Table
          label={words.environments}
          columns={mayManage ? [...COLUMNS, actionsColumn(setOpen, mayChange)] : COLUMNS}
          rows={data}
          keyOf={({ _id }) => _id}
        />
      )}
      {open?.kind === "delete" && <DeleteEnvironment environment={open.of} onClose={close} />}
      {(open?.kind === "new" || open?.kind === "change") && (
        <EnvironmentDialog
          environment={open.kind === "change" ? open.of : undefined}
          onClose={close}
          onKey={setNewKey}
        />
      )}
      {newKey && <NewKey apiKey={newKey} onClose={() => setNewKey(undefined)} />}
    </>
  );
}

/** A session changes the environments that it reaches with this scope; an operator's reaches all. */
function useMayChange(): (environmentId: string) => boolean {
  const { session } = useSession();
  const managed = session.environments.filter(({ scopes }) => scopes.includes("manage"));
  return (environmentId) => session.isOperator || managed.some(({ _id }) => _id === environmentId);
}

const COLUMNS: Column<Environment>[] = [
  { name: "name", title: own.name, isRowHeader: true, cell: (row) => <NameCell environment={row} /> },
  {
    name: "identifier",
    title: own.identifier,
    isWide: true,
    cell: ({ identifier }) => <code>{identifier}</code>,
  },
  { name: "kind", title: own.kind, cell: (row) => <KindCell environment={row} /> },
];

type Cell = { environment: Environment };

function NameCell({ environment: { _id, name, color } }: Cell) {
  const isCurrent = useEnvironment().environment._id === _id;
  return (
    <span className={styles.name}>
      {color && <span className={styles.swatch} style={{ background: color }} />}
      {isCurrent ? `${name} (${own.current})` : name}
    </span>
  );
}

const KindCell = ({ environment: { isTest, isProtected } }: Cell) => (
  <span className={styles.kind}>
    {isTest ? own.test : own.ordinary}
    {isProtected && <Chip tone="warn">{own.protected}</Chip>}
  </span>
);

const actionsColumn = (
  onOpen: (open: Open) => void,
  mayChange: (environmentId: string) => boolean,
): Column<Environment> => ({
  name: "actions",
  title: <span className="visually-hidden">{own.actions}</span>,
  isNarrow: true,
  cell: (row) => mayChange(row._id) && <RowActions row={row} onOpen={onOpen} />,
});

function RowActions({ row, onOpen }: { row: Environment; onOpen: (open: Open) => void }) {
  return (
    <span className={styles.actions}>
      <Button
        isSmall
        onClick={() => onOpen({ kind: "change", of: row })}
        aria-label={namedAction(own.edit, row.name)}
      >
        {own.edit}
      </Button>
      <Button
        isSmall
        kind="danger"
        onClick={() => onOpen({ kind: "delete", of: row })}
        aria-label={namedAction(own.delete, row.name)}
      >
        {own.delete}
      </Button>
    </span>
  );
}
