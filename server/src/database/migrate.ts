import { readdir, readFile } from "node:fs/promises";
import sql, { raw } from "sql-template-tag";
import type { Log } from "../foundation/log.ts";
import { sha256 } from "../foundation/secrets.ts";
import type { Database, Queryable } from "./database.ts";

/** Outside of src/, because the compiler copies no .sql files. The path works from src/ and from dist/. */
const MIGRATIONS = new URL("../../migrations/", import.meta.url);
/** The key of the advisory lock of the process that migrates; exported for tests. */
export const MIGRATION_LOCK = 0x71d1;

type Migration = { version: number; name: string; text: string; checksum: string };
type Applied = { version: number; name: string; checksum: string | null };

/**
 * Applies pending migrations, in one transaction under one lock: of several starting processes one migrates and the
 * others wait. Fills in the checksums of migrations applied by versions without checksums.
 * @param folder the folder of the migrations; only for tests.
 * @throws Error when the database is newer than this code, or was migrated by different migrations.
 */
export async function migrate(database: Database, log: Log, folder: URL = MIGRATIONS): Promise<number> {
  const known = await knownMigrations(folder);
  return database.transaction(async (tx) => {
    await tx.queryPlanned(sql`set local statement_timeout = '10min'`);
    await waitForOthers(tx, log);
    await tx.queryPlanned(sql`set local lock_timeout = '60s'`);
    await prepareRecord(tx);
    const applied = await appliedMigrations(tx);
    refuseNewer(applied.at(-1)?.version ?? 0, known.at(-1)?.version ?? 0);
    const missing = known.filter(({ version }) => !applied.some((before) => before.version === version));
    for (const migration of known) {
      const before = applied.find(({ version }) => version === migration.version);
      if (before) await verify(tx, migration, before);
    }
    for (const migration of missing) await apply(tx, migration, log);
    return missing.length;
  });
}

/** Waits for up to 10 minutes, the time-out of a statement: another process may take minutes to migrate millions of rows. */
async function waitForOthers(tx: Queryable, log: Log): Promise<void> {
  const isFree = sql`select 1 where pg_try_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
  if ((await tx.queryPlanned(isFree)).length === 1) return;
  log.info("another process migrates the database; this one waits until it has finished");
  await tx.queryPlanned(sql`set local lock_timeout = 0`);
  await tx.queryPlanned(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`);
}

/** The migrations of this program, in their order. */
export async function knownMigrations(folder: URL = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), "utf8");
      return { version: Number(name.slice(0, 4)), name, text, checksum: checksumOf(text) };
    }),
  );
}

/** Independent of the line ends that git writes. */
function checksumOf(text: string): string {
  return sha256(text.replaceAll("\r\n", "\n")).toString("hex");
}

/**
 * Adds the column only where it is missing: `alter table` needs the table's owner, who may differ from today's user.
 */
async function prepareRecord(tx: Queryable): Promise<void> {
  await tx.queryPlanned(sql`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now(), checksum text)`);
  const columns = await tx.queryPlanned<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = 'schema_migrations'::regclass and attname = 'checksum' and not attisdropped`);
  if (columns.length === 0)
    await tx.queryPlanned(sql`alter table schema_migrations add column checksum text`);
}

async function appliedMigrations(tx: Queryable): Promise<Applied[]> {
  return tx.queryPlanned<Applied>(
    sql`select version, name, checksum from schema_migrations order by version`,
  );
}

function refuseNewer(current: number, newestKnown: number): void {
  if (current <= newestKnown) return;
  throw new Error(
    `This database was migrated by a newer Tidings (schema ${current}; this program knows up to ${newestKnown}). ` +
      "Start the newer program, or point DATABASE_URL at another database.",
  );
}

async function verify(tx: Queryable, { version, name, checksum }: Migration, before: Applied): Promise<void> {
  const isSame = before.name === name && (before.checksum ?? checksum) === checksum;
  if (!isSame) {
    throw new Error(
      `The migration ${name} of this program is not the one that was applied to this database (${before.name}). ` +
        "An applied migration never changes: start the program that migrated the database, or restore the file.",
    );
  }
  if (before.checksum !== null) return;
  await tx.queryPlanned(sql`update schema_migrations set checksum = ${checksum} where version = ${version}`);
}

async function apply(tx: Queryable, { version, name, text, checksum }: Migration, log: Log): Promise<void> {
  await tx.queryPlanned(raw(text));
  await tx.queryPlanned(
    sql`insert into schema_migrations (version, name, checksum) values (${version}, ${name}, ${checksum})`,
  );
  log.info({ migration: name }, "migrated");
}
