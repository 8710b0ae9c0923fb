import { randomBytes } from "node:crypto";
import type pg from "pg";
import sql, { type Sql } from "sql-template-tag";
import type { Queryable, Transactional } from "../src/database/database.ts";
import type { Scope } from "../src/database/scope.ts";
import { withClient } from "./cluster.ts";

/**
 * Runs every statement of an API call as a role that owns nothing, so that PostgreSQL hides the rows of other environments
 * whatever the statement says. The engine and statements without an environment run as the owner.
 */
export type RowLevelSecurity = {
  /** For `startService`. */
  readonly scope: Scope;
  readonly role: string;
  /** Drops the role; call it after the database is dropped, since a role belongs to the whole server. */
  drop(serverUrl: string): Promise<void>;
};

/** Tables without data of environments: no call may read them. */
const OF_NO_ENVIRONMENT = [
  "schema_migrations",
  "sealed_tables",
  "zone_data",
  "workers",
  "inbox_processes",
  "sign_in_links",
  "dashboard_sessions",
  "dashboard_session_keys",
];
const SETTING = "tidings.environment_id";

export async function secureRows(databaseUrl: string): Promise<RowLevelSecurity> {
  const role = `rls_${randomBytes(6).toString("hex")}`;
  await withClient(databaseUrl, async (client) => {
    await client.query(`create role ${role} nologin`);
    await client.query(`grant usage on schema public to ${role}`);
    await client.query(`grant usage on all sequences in schema public to ${role}`);
    for (const { table, column } of await securedTables(client))
      await client.query(policyOf({ role, table, column }));
  });
  return {
    role,
    scope: scopeFor(role),
    drop: (serverUrl) =>
      withClient(serverUrl, async (client) => void (await client.query(`drop role ${role}`))),
  };
}

type Secured = { table: string; column: string };

/** All tables with an environment_id, read from the database, so that new tables are included. */
async function securedTables(client: pg.Client): Promise<Secured[]> {
  const { rows } = await client.query<{ table: string; has: boolean }>(
    `select t.table_name as table, bool_or(c.column_name = 'environment_id') as has
     from information_schema.tables t
     join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
     where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`,
  );
  return rows.flatMap(({ table, has }) => {
    if (has) return [{ table, column: "environment_id" }];
    if (table === "environments") return [{ table, column: "id" }];
    if (OF_NO_ENVIRONMENT.includes(table)) return [];
    throw new Error(
      `the table ${table} has no environment_id, and is not in the list of tables that need none`,
    );
  });
}

/** The owner keeps its access, even when it is no superuser and the forced policies apply to it. */
function policyOf({ role, table, column }: Secured & { role: string }): string {
  const isOwn = `${column} = current_setting('${SETTING}', true)`;
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    grant select, insert, update, delete on ${table} to ${role};
    create policy io on ${table} to current_user using (true) with check (true);
    create policy own_environment on ${table} to ${role} using (${isOwn}) with check (${isOwn});`;
}

function scopeFor(role: string): Scope {
  return (database, environmentId) => {
    const narrowed = (tx: Queryable) => narrow(tx, { role, environmentId });
    const alone = <Row>(run: (tx: Queryable) => Promise<Row[]>) =>
      database.transaction((tx) => run(narrowed(tx)));
    return {
      secrets: database.secrets,
      query: <Row>(statement: Sql) => alone((tx) => tx.query<Row>(statement)),
      queryPlanned: <Row>(statement: Sql) => alone((tx) => tx.queryPlanned<Row>(statement)),
      transaction: (work) => database.transaction((tx) => work(narrowed(tx))),
    } satisfies Transactional;
  };
}

type Tenant = { role: string; environmentId: string };

/**
 * Sets the role before each statement and resets it afterwards, since environments share transactions. The three are
 * sent together, so that no other statement comes between them.
 */
function narrow(tx: Queryable, { role, environmentId }: Tenant): Queryable {
  const between = async <Row>(send: () => Promise<Row[]>): Promise<Row[]> => {
    const taking = tx.query(sql`
      select set_config('role', ${role}, true), set_config(${SETTING}, ${environmentId}, true)`);
    const sent = send();
    const leaving = tx.query(sql`select set_config('role', 'none', true)`);
    const [result] = await Promise.allSettled([sent, taking, leaving]);
    // After an error the transaction is aborted, and its settings end with it.
    if (result.status === "rejected") throw result.reason;
    return result.value;
  };
  return {
    secrets: tx.secrets,
    query: (statement) => between(() => tx.query(statement)),
    queryPlanned: (statement) => between(() => tx.queryPlanned(statement)),
  };
}
