import sql from "sql-template-tag";
import type { Queryable } from "./database.ts";
import { knownMigrations } from "./migrate.ts";

/** What `migrate` would do. */
export type MigrationState = {
  appliedCount: number;
  /** Names of the migrations that are not applied yet, in their order. */
  pending: string[];
  /** Names of applied migrations that this program does not have: a newer one has migrated the database. */
  unknown: string[];
};

/** Reads only: a database without the table of migrations has applied none. */
export async function readMigrationState(database: Queryable): Promise<MigrationState> {
  const known = await knownMigrations();
  const applied = await appliedNames(database);
  return {
    appliedCount: applied.length,
    pending: known.filter(({ version }) => !applied.some((one) => one.version === version)).map(nameOf),
    unknown: applied.filter(({ version }) => !known.some((one) => one.version === version)).map(nameOf),
  };
}

const nameOf = ({ name }: { name: string }) => name.replace(/\.sql$/, "");

async function appliedNames(database: Queryable): Promise<{ version: number; name: string }[]> {
  const [table] = await database.query<{ isThere: boolean }>(sql`
    select to_regclass('schema_migrations') is not null as "isThere"`);
  if (!table?.isThere) return [];
  return database.query(sql`select version, name from schema_migrations order by version`);
}
