import { readdir, readFile } from "node:fs/promises";
import sql, { raw } from "sql-template-tag";
import type { Log } from "../foundation/log.ts";
import type { Database, Queryable } from "./database.ts";

/** Kept beside the sources: the compiler copies no .sql. Works from src/ and from dist/. */
const MIGRATIONS = new URL("../../migrations/", import.meta.url);
const MIGRATION_LOCK = 0x71d1;

type Migration = { version: number; name: string };

/**
 * Brings the database to what this code needs, in one transaction under one lock: of many starting processes one
 * migrates and the others wait for it.
 * @throws Error when the database is newer than this code.
 */
export async function migrate(database: Database, log: Log): Promise<number> {
  const known = await knownMigrations();
  return database.transaction(async (tx) => {
    await tx.queryPlanned(sql`set local lock_timeout = '60s'`);
    await tx.queryPlanned(sql`set local statement_timeout = '10min'`);
    await tx.queryPlanned(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`);
    const current = await currentVersion(tx);
    refuseNewer(current, known.at(-1)?.version ?? 0);
    const missing = known.filter((migration) => migration.version > current);
    for (const migration of missing) await apply(tx, migration, log);
    return missing.length;
  });
}

async function knownMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return names.map((name) => ({ version: Number(name.slice(0, 4)), name }));
}

async function currentVersion(tx: Queryable): Promise<number> {
  await tx.queryPlanned(sql`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`);
  const rows = await tx.queryPlanned<{ version: number | null }>(
    sql`select max(version) as version from schema_migrations`,
  );
  return rows[0]?.version ?? 0;
}

function refuseNewer(current: number, newestKnown: number): void {
  if (current <= newestKnown) return;
  throw new Error(
    `This database was prepared by a newer Tidings (schema ${current}; this program knows up to ${newestKnown}). ` +
      "Start the newer program, or point DATABASE_URL at another database.",
  );
}

async function apply(tx: Queryable, migration: Migration, log: Log): Promise<void> {
  const text = await readFile(new URL(migration.name, MIGRATIONS), "utf8");
  await tx.queryPlanned(raw(text));
  await tx.queryPlanned(
    sql`insert into schema_migrations (version, name) values (${migration.version}, ${migration.name})`,
  );
  log.info({ migration: migration.name }, "migrated");
}
