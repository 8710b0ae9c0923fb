import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import { timeOf } from "../../environments/environment-store.ts";
import type { TriggerFailure } from "../../triggers/trigger.ts";
import { LEASE_SECONDS } from "./lease.ts";

/** A worker's own leases, in all environments, like the claim. */

export type TriggerLease = { environmentId: string; id: string; lease: number };

export type JobLease = { environmentId: string; notificationId: string; position: number; lease: number };

/**
 * Locked in the order in which settling locks, to avoid deadlocks. A job that was put off meanwhile has the same lease, but
 * no unfinished claim: the time at which it is due stays.
 */
function stillHeld(held: readonly JobLease[]): Sql {
  return sql`with ours as (
    select j.environment_id, j.notification_id, j.position
    from json_to_recordset(${JSON.stringify(held)}) as x(
      "environmentId" text, "notificationId" text, position smallint, lease integer)
    join jobs j on j.environment_id = x."environmentId" and j.notification_id = x."notificationId"
      and j.position = x.position and j.lease = x.lease
    where j.due_at is not null and j.unfinished_claims > 0 order by j.notification_id, j.position for update of j)`;
}

/** Renews the leases of jobs whose providers have not answered yet. In all environments, like the claim. */
export async function extendLeases(database: Queryable, held: readonly JobLease[]): Promise<void> {
  await database.query(sql`
    ${stillHeld(held)}
    update jobs j set due_at = now() + interval '${raw(String(LEASE_SECONDS))} seconds'
    from ours where j.environment_id = ours.environment_id and j.notification_id = ours.notification_id
      and j.position = ours.position`);
}

/** Counts a failure that is not transient as a crash: it may crash the next worker. */
export async function clearClaimantOfJobs(database: Queryable, held: readonly JobLease[]): Promise<void> {
  await database.query(sql`
    ${stillHeld(held)}
    update jobs j set claimed_by = null
    from ours where j.environment_id = ours.environment_id and j.notification_id = ours.notification_id
      and j.position = ours.position`);
}

/** As `clearClaimantOfJobs`, for triggers. */
export async function clearClaimantOfTriggers(
  database: Queryable,
  held: readonly TriggerLease[],
): Promise<void> {
  await database.query(sql`
    update fanouts f set claimed_by = null
    from json_to_recordset(${JSON.stringify(held)}) as x("environmentId" text, id text, lease integer)
    where f.environment_id = x."environmentId" and f.trigger_id = x.id and f.lease = x.lease`);
}

/** Gives triggers up: no worker expands them any more, and their reports say why. */
export async function failTriggers(
  database: Queryable,
  held: readonly TriggerLease[],
  failure: TriggerFailure,
): Promise<void> {
  await database.query(sql`
    with given_up as (
      delete from fanouts f
      using json_to_recordset(${JSON.stringify(held)}) as x("environmentId" text, id text, lease integer)
      where f.environment_id = x."environmentId" and f.trigger_id = x.id and f.lease = x.lease
      returning f.environment_id, f.trigger_id)
    update triggers t set failure = ${failure}
    from given_up where t.environment_id = given_up.environment_id and t.id = given_up.trigger_id`);
}

/** Returns triggers to the queue at once, as if they had not been claimed. */
export async function releaseTriggers(database: Queryable, held: readonly TriggerLease[]): Promise<void> {
  await database.query(sql`
    update fanouts f set due_at = ${timeOf(sql`f.environment_id`)}, lease = f.lease + 1, unfinished_claims = 0, claimed_by = null
    from json_to_recordset(${JSON.stringify(held)}) as x("environmentId" text, id text, lease integer)
    where f.environment_id = x."environmentId" and f.trigger_id = x.id and f.lease = x.lease`);
}

/** Returns jobs to the queue at once, as if they had not been claimed: the worker stops. */
export async function releaseLeases(database: Queryable, held: readonly JobLease[]): Promise<void> {
  await database.query(sql`
    ${stillHeld(held)}
    update jobs j set due_at = ${timeOf(sql`j.environment_id`)}, lease = j.lease + 1, unfinished_claims = 0
    from ours where j.environment_id = ours.environment_id and j.notification_id = ours.notification_id
      and j.position = ours.position`);
}
