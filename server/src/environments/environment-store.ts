import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { Environment, EnvironmentLook, ListedEnvironment } from "./environment.ts";

const COLUMNS = raw(`
  id, organization_id as "organizationId", name, is_test as "isTest", created_at as "createdAt", identifier, color`);

/** Those of all organizations, the oldest first. */
export function listEnvironments(database: Queryable): Promise<ListedEnvironment[]> {
  return database.query<ListedEnvironment>(sql`
    select ${COLUMNS} from environments where deleted_at is null order by id`);
}

/** Those of one organization, the oldest first. */
export function listOfOrganization(
  database: Queryable,
  organizationId: string,
): Promise<ListedEnvironment[]> {
  return database.query<ListedEnvironment>(sql`
    select ${COLUMNS} from environments
    where organization_id = ${organizationId} and deleted_at is null order by id`);
}

export async function findEnvironment(database: Queryable, id: string): Promise<Environment | undefined> {
  const rows = await database.query<ListedEnvironment>(sql`
    select ${COLUMNS} from environments where id = ${id} and deleted_at is null`);
  return rows[0];
}

const NO_LOOK: EnvironmentLook = { identifier: null, color: null };

/** False when the name is taken. */
export async function insertEnvironment(
  database: Queryable,
  environment: Environment,
  { identifier, color }: EnvironmentLook = NO_LOOK,
): Promise<boolean> {
  const rows = await database.query<{ id: string }>(sql`
    insert into environments (id, organization_id, name, is_test, created_at, identifier, color)
    values (${environment.id}, ${environment.organizationId}, ${environment.name}, ${environment.isTest},
      ${environment.createdAt}, ${identifier}, ${color})
    on conflict (name) do nothing returning id`);
  return rows.length === 1;
}

/** Which of its names another environment has, if any. */
export async function findTakenName(
  database: Queryable,
  { id, name, identifier }: Pick<ListedEnvironment, "id" | "name" | "identifier">,
): Promise<"name" | "identifier" | undefined> {
  const [other] = await database.query<{ isName: boolean }>(sql`
    select name = ${name} as "isName" from environments
    where id <> ${id} and (name = ${name} or identifier = ${identifier}::text) limit 1`);
  return other && (other.isName ? "name" : "identifier");
}

/** An environment as it should be from now on; undefined when the organization has none with its id. */
export async function updateEnvironment(
  database: Queryable,
  organizationId: string,
  { id, name, identifier, color }: Pick<ListedEnvironment, "id" | "name"> & EnvironmentLook,
): Promise<ListedEnvironment | undefined> {
  const [updated] = await database.query<ListedEnvironment>(sql`
    update environments set name = ${name}, identifier = ${identifier}, color = ${color}
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null
    returning ${COLUMNS}`);
  return updated;
}

/**
 * Marks an environment as deleted, which ends its keys, and sets its names free. Workers leave its work alone from then
 * on, and delete its rows (`deleted-environment-store.ts`). False when the organization has none with this id.
 */
export async function markDeleted(tx: Queryable, organizationId: string, id: string): Promise<boolean> {
  const marked = await tx.query(sql`
    update environments set deleted_at = now(), name = '(deleted) ' || id, identifier = null
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null
    returning id`);
  return marked.length === 1;
}

/** Lets no other environment be made or deleted in the organization until the transaction ends. */
export async function holdOrganization(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`environments|${organizationId}`}, 0))`);
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
