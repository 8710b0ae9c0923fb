import { Link } from "@tanstack/react-router";
import type { Topic } from "@tidings/contract";
import { useEnvironment } from "../app/environment.tsx";
import { useRowKeys } from "../app/row-keys.ts";
import { Moment } from "../components/moment.tsx";
import { type Column, Table } from "../components/table.tsx";
import { memberCount } from "./member-count.ts";
import styles from "./topics.module.css";
import { words } from "./words.ts";

const idOf = ({ key }: Topic): string => key;

export function TopicTable({ rows }: { rows: readonly Topic[] }) {
  const currentKey = useRowKeys(rows.map(idOf));
  return <Table label={words.title} columns={COLUMNS} rows={rows} keyOf={idOf} currentKey={currentKey} />;
}

const COLUMNS: Column<Topic>[] = [
  { name: "key", title: words.key, isRowHeader: true, cell: (row) => <KeyCell topic={row} /> },
  { name: "name", title: words.name, cell: ({ name }) => name },
  {
    name: "members",
    title: words.members,
    isNarrow: true,
    cell: (row) => memberCount(row),
  },
  {
    name: "changed",
    title: words.changed,
    isNarrow: true,
    isWide: true,
    cell: ({ updatedAt }) => updatedAt && <Moment at={updatedAt} isStored />,
  },
];

function KeyCell({ topic }: { topic: Topic }) {
  const { environment } = useEnvironment();
  const params = { environment: environment.identifier, key: topic.key };
  return (
    <Link to="/in/$environment/topics/$key" params={params} search={{}} className={styles.link}>
      {topic.key}
    </Link>
  );
}
