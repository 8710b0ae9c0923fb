import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { Environment } from "./environment.ts";

type EnvironmentRow = {
  id: string;
  organization_id: string;
  name: string;
  is_test: boolean;
  created_at: Date;
};

const toEnvironment = (row: EnvironmentRow): Environment => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  isTest: row.is_test,
  createdAt: row.created_at,
});

/** The environment a key opens. Like the worker's claim, this asks before any environment is known. */
export async function findEnvironmentByKeyHash(
  database: Queryable,
  keyHash: Buffer,
): Promise<Environment | undefined> {
  const rows = await database.query<EnvironmentRow>(sql`
    select e.id, e.organization_id, e.name, e.is_test, e.created_at
    from api_keys k join environments e on e.id = k.environment_id
    where k.key_hash = ${keyHash}`);
  return rows[0] && toEnvironment(rows[0]);
}

export async function findEnvironment(database: Queryable, id: string): Promise<Environment | undefined> {
  const rows = await database.query<EnvironmentRow>(sql`
    select id, organization_id, name, is_test, created_at from environments where id = ${id}`);
  return rows[0] && toEnvironment(rows[0]);
}

export async function listEnvironments(database: Queryable): Promise<Environment[]> {
  const rows = await database.query<EnvironmentRow>(sql`
    select id, organization_id, name, is_test, created_at from environments order by id`);
  return rows.map(toEnvironment);
}

/** False when the name is taken. */
export async function insertEnvironment(database: Queryable, environment: Environment): Promise<boolean> {
  const rows = await database.query<{ id: string }>(sql`
    insert into environments (id, organization_id, name, is_test, created_at)
    values (${environment.id}, ${environment.organizationId}, ${environment.name}, ${environment.isTest},
      ${environment.createdAt})
    on conflict (name) do nothing returning id`);
  return rows.length === 1;
}

export type NewApiKey = { id: string; keyHash: Buffer; keySealed: string; hint: string };

export async function insertApiKey(
  database: Queryable,
  environmentId: string,
  key: NewApiKey,
): Promise<void> {
  await database.query(sql`
    insert into api_keys (environment_id, id, key_hash, key_sealed, hint)
    values (${environmentId}, ${key.id}, ${key.keyHash}, ${key.keySealed}, ${key.hint})`);
}

/** Any sealed key, for trying whether the process's own keys can open it. */
export async function findSealedKey(
  database: Queryable,
): Promise<{ place: string; text: string } | undefined> {
  const rows = await database.query<{ environmentId: string; id: string; text: string }>(sql`
    select environment_id as "environmentId", id, key_sealed as text from api_keys order by id desc limit 1`);
  return rows[0] && { place: sealPlace(rows[0].environmentId, rows[0].id), text: rows[0].text };
}

/** What a sealed API key is bound to. */
export function sealPlace(environmentId: string, keyId: string): string {
  return `${environmentId}|api-key|${keyId}`;
}

/** The time of an environment, for a statement: the database's own, but where a test clock is held, that one's. */
export function timeOf(environmentId: string | Sql): Sql {
  return sql`coalesce((select clock_at from environments where id = ${environmentId}), now())`;
}

/** The time of an environment; frozen where its clock is held. */
export async function readTime(
  database: Queryable,
  environmentId: string,
): Promise<{ now: Date; isFrozen: boolean }> {
  const rows = await database.query<{ now: Date; isFrozen: boolean }>(sql`
    select coalesce(clock_at, now()) as now, clock_at is not null as "isFrozen"
    from environments where id = ${environmentId}`);
  return rows[0] ?? { now: new Date(0), isFrozen: false };
}
