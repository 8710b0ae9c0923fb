import { Link } from "@tanstack/react-router";
import type { Subscriber } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { useRowKeys } from "../app/row-keys.ts";
import { Moment } from "../components/moment.tsx";
import { type Column, Table } from "../components/table.tsx";
import { nameOf } from "./person.ts";
import styles from "./subscribers.module.css";
import { FIELD_WORDS, words } from "./words.ts";

const idOf = ({ subscriberId }: Subscriber): string => subscriberId;

export function SubscriberTable({ rows }: { rows: readonly Subscriber[] }) {
  const currentKey = useRowKeys(rows.map(idOf));
  return <Table label={words.title} columns={columns} rows={rows} keyOf={idOf} currentKey={currentKey} />;
}

const columns: Column<Subscriber>[] = [
  { name: "name", title: "Name", isRowHeader: true, cell: (row) => <NameCell row={row} /> },
  { name: "id", title: words.id, isWide: true, cell: (row) => <code>{row.subscriberId}</code> },
  { name: "email", title: FIELD_WORDS.email, cell: ({ email }) => email },
  { name: "phone", title: FIELD_WORDS.phone, isWide: true, cell: ({ phone }) => phone },
  {
    name: "created",
    title: "Created",
    isNarrow: true,
    isWide: true,
    cell: ({ createdAt }) => <Moment at={createdAt} isStored />,
  },
];

function NameCell({ row }: { row: Subscriber }) {
  const { environment } = useEnvironment();
  const { subscriberId } = row;
  return (
    <Link
      to="/in/$environment/subscribers/$subscriberId/$tab"
      params={{ environment: environment.identifier, subscriberId, tab: "notifications" }}
      search={{}}
      className={styles.link}
    >
      {nameOf(row)}
    </Link>
  );
}
