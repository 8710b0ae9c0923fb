import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { FIRST_ZONE } from "./default-zone.ts";
import type { Environment, EnvironmentLook, EnvironmentTime, ListedEnvironment } from "./environment.ts";

const COLUMNS = raw(`
  id, organization_id as "organizationId", name, is_test as "isTest", created_at as "createdAt", identifier, color,
  is_protected as "isProtected", default_zone as "defaultZone"`);

/** The environments of all organizations, oldest first. */
export function listEnvironments(database: Queryable): Promise<ListedEnvironment[]> {
  return database.query<ListedEnvironment>(sql`
    select ${COLUMNS} from environments where deleted_at is null order by id`);
}

/** The environments of one organization, oldest first. */
export function listOfOrganization(
  database: Queryable,
  organizationId: string,
): Promise<ListedEnvironment[]> {
  return database.query<ListedEnvironment>(sql`
    select ${COLUMNS} from environments
    where organization_id = ${organizationId} and deleted_at is null order by id`);
}

/** @returns undefined if there is no such environment, or it was deleted. */
export async function findEnvironment(
  database: Queryable,
  id: string,
): Promise<ListedEnvironment | undefined> {
  const rows = await database.query<ListedEnvironment>(sql`
    select ${COLUMNS} from environments where id = ${id} and deleted_at is null`);
  return rows[0];
}

const NO_LOOK: EnvironmentLook = { identifier: null, color: null, isProtected: false };

/** Its default zone is UTC if it is omitted. */
export type InsertedEnvironment = Omit<Environment, "defaultZone"> &
  Partial<Pick<Environment, "defaultZone">>;

/** @returns false if the name is taken. */
export async function insertEnvironment(
  database: Queryable,
  environment: InsertedEnvironment,
  { identifier, color, isProtected }: EnvironmentLook = NO_LOOK,
): Promise<boolean> {
  const rows = await database.query<{ id: string }>(sql`
    insert into environments (id, organization_id, name, is_test, created_at, identifier, color, is_protected, default_zone)
    values (${environment.id}, ${environment.organizationId}, ${environment.name}, ${environment.isTest},
      ${environment.createdAt}, ${identifier}, ${color}, ${isProtected}, ${environment.defaultZone ?? FIRST_ZONE})
    on conflict (name) do nothing returning id`);
  return rows.length === 1;
}

/** Whether another environment has the same name or identifier. */
export async function findTakenName(
  database: Queryable,
  { id, name, identifier }: Pick<ListedEnvironment, "id" | "name" | "identifier">,
): Promise<"name" | "identifier" | undefined> {
  const [other] = await database.query<{ isName: boolean }>(sql`
    select name = ${name} as "isName" from environments
    where id <> ${id} and (name = ${name} or identifier = ${identifier}::text) limit 1`);
  return other && (other.isName ? "name" : "identifier");
}

/**
 * Replaces name, labels and default zone; another zone makes workers move what waits by it.
 * @returns undefined if the organization has no environment with this id.
 */
export async function updateEnvironment(
  database: Queryable,
  organizationId: string,
  changed: Pick<ListedEnvironment, "id" | "name" | "defaultZone"> & EnvironmentLook,
): Promise<ListedEnvironment | undefined> {
  const { id, name, identifier, color, isProtected, defaultZone } = changed;
  const [updated] = await database.query<ListedEnvironment>(sql`
    update environments set name = ${name}, identifier = ${identifier}, color = ${color}, is_protected = ${isProtected},
      default_zone = ${defaultZone},
      default_zone_changed_at = case when default_zone = ${defaultZone} then default_zone_changed_at else now() end
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null
    returning ${COLUMNS}`);
  return updated;
}

/**
 * Marks an environment as deleted: its keys end and its name and identifier become free. From then on workers skip its
 * jobs and delete its rows (`deleted-environment-store.ts`).
 * @returns false if the organization has no environment with this id.
 */
export async function markDeleted(tx: Queryable, organizationId: string, id: string): Promise<boolean> {
  const marked = await tx.query(sql`
    update environments set deleted_at = now(), name = '(deleted) ' || id, identifier = null
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null
    returning id`);
  return marked.length === 1;
}

/** Prevents other transactions from creating or deleting environments of the organization until this one ends. */
export async function lockOrganization(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`environments|${organizationId}`}, 0))`);
}

/** The environment's time, as an SQL expression: its frozen test clock, or else the database's time. */
export function timeOf(environmentId: string | Sql): Sql {
  return sql`coalesce((select clock_at from environments where id = ${environmentId}), now())`;
}

/** The environment's time: its frozen test clock, or else the database's time. */
export async function readTime(database: Queryable, environmentId: string): Promise<EnvironmentTime> {
  const rows = await database.query<EnvironmentTime>(sql`
    select coalesce(clock_at, now()) as now, clock_at is not null as "isFrozen", default_zone as "defaultZone"
    from environments where id = ${environmentId}`);
  return rows[0] ?? { now: new Date(0), isFrozen: false, defaultZone: FIRST_ZONE };
}
