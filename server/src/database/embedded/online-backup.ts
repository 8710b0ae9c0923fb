import { mkdirSync, writeFileSync } from "node:fs";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { copyTree } from "../../foundation/copy-tree.ts";
import type { ServerAddress } from "./probe.ts";

/**
 * Contents that PostgreSQL creates at each start; the folders are created empty (its manual, 25.3.4 "Backing Up the
 * Data Directory").
 */
const EMPTY_FOLDERS = [
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
];
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|pgsql_tmp.*|pg_internal\.init.*|backup_label|tablespace_map)$/;

export type OnCopied = (bytes: number) => void;

/**
 * Copies the data directory of a running server; the copy has the state of the end of the backup. PostgreSQL's low-level
 * backup (its manual, 25.3.3). A temporary replication slot keeps the WAL that is written meanwhile.
 * @throws Error when the server was started with `wal_level=minimal`.
 */
export async function copyRunningCluster({
  connection,
  data,
  target,
  onCopied,
}: {
  connection: ServerAddress;
  data: string;
  target: string;
  onCopied: OnCopied;
}): Promise<void> {
  const client = new pg.Client({ ...connection, ssl: false, application_name: "tidings backup" });
  client.on("error", () => {});
  await client.connect();
  try {
    const slot = `tidings_backup_${process.pid}`;
    await client.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
    const first = await only<{ file: string }>(
      client,
      "select pg_walfile_name(pg_backup_start('tidings backup', true)) as file",
    );
    await copyTree({ source: data, target, isExcluded: isLeftOut, onCopied });
    const end = await only<{ file: string; label: string }>(
      client,
      "select pg_walfile_name(lsn) as file, labelfile as label from pg_backup_stop(false)",
    );
    writeFileSync(join(target, "backup_label"), end.label, { mode: 0o600 });
    for (const name of EMPTY_FOLDERS) mkdirSync(join(target, name), { recursive: true, mode: 0o700 });
    await copyLog({ data, target, first: first.file, last: end.file });
  } finally {
    await client.end();
  }
}

/** `path` is relative to the data directory. */
function isLeftOut(path: string): boolean {
  const [folder = "", name] = path.split("/");
  return (
    (name !== undefined && EMPTY_FOLDERS.includes(folder)) || LEFT_OUT.test(path.split("/").at(-1) ?? "")
  );
}

async function only<Row>(client: pg.Client, statement: string): Promise<Row> {
  const { rows } = await client.query(statement);
  return rows[0] as Row;
}

/** Copies the WAL segments from the start of the backup to its end. Their names have the order of the WAL. */
async function copyLog({
  data,
  target,
  first,
  last,
}: {
  data: string;
  target: string;
  first: string;
  last: string;
}) {
  const names = await readdir(join(data, "pg_wal"));
  const needed = names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  for (const name of needed) await cp(join(data, "pg_wal", name), join(target, "pg_wal", name));
}
