import sql from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import { timeOf } from "../../environments/environment-store.ts";

/** Those that wait until `until` at the latest, or for the reason `errorId`. */
type WaitingMessages = { integrationId: string } & ({ until: Date } | { errorId: string });

/** Waiting messages of an integration that are looked at: those that wait for something else may come before. */
const MAX_LOOKED_AT = 1_000;

/** The first messages that wait for a reason. */
type FirstWaiting = { integrationId: string; errorId: string; count: number };

/**
 * The first `count` messages that wait for the reason become due, in the order of their moments, unless their integration is paused.
 * Jobs that are locked belong to another statement. @returns how many there were.
 */
export async function makeFirstDue(
  database: Queryable,
  environmentId: string,
  { integrationId, errorId, count }: FirstWaiting,
): Promise<number> {
  const rows = await database.query(sql`
    with waiting as materialized (
      select first.id, first.notification_id, first.position from (
        select m.id, m.notification_id, m.position, m.error_id, m.next_attempt_at from messages m
        where m.environment_id = ${environmentId} and m.integration_id = ${integrationId}
          and m.next_attempt_at > ${timeOf(environmentId)}
        order by m.next_attempt_at limit ${MAX_LOOKED_AT}
      ) first
      where first.error_id = ${errorId} and exists (
        select from integrations i where i.environment_id = ${environmentId} and i.id = ${integrationId}
          and (i.paused_until is null or i.paused_until <= ${timeOf(environmentId)}))
      order by first.next_attempt_at limit ${count}
    ), locked as (
      select w.id, j.notification_id, j.position from waiting w join jobs j using (notification_id, position)
      where j.environment_id = ${environmentId} and j.due_at is not null and j.unfinished_claims = 0
      order by j.notification_id, j.position for update of j skip locked
    ), due as (
      update messages m set next_attempt_at = ${timeOf(environmentId)} from locked
      where m.environment_id = ${environmentId} and m.id = locked.id and m.error_id = ${errorId}
        and m.next_attempt_at > ${timeOf(environmentId)}
    )
    update jobs j set due_at = ${timeOf(environmentId)} from locked
    where j.environment_id = ${environmentId} and j.notification_id = locked.notification_id
      and j.position = locked.position
    returning 1`);
  return rows.length;
}

/**
 * Waiting messages of an integration become due, and with them their jobs. A job that a
 * worker holds keeps its lease, and its messages keep their time. Jobs are locked before messages, as when a run is settled.
 */
export async function makeDue(tx: Queryable, environmentId: string, waiting: WaitingMessages): Promise<void> {
  const isMeant =
    "until" in waiting ? sql`m.next_attempt_at <= ${waiting.until}` : sql`m.error_id = ${waiting.errorId}`;
  const isWaiting = sql`m.environment_id = ${environmentId} and m.integration_id = ${waiting.integrationId}
    and m.next_attempt_at > ${timeOf(environmentId)} and ${isMeant}`;
  await tx.query(sql`
    with locked as (
      select j.notification_id, j.position from jobs j
      where j.environment_id = ${environmentId} and j.due_at is not null and j.unfinished_claims = 0
        and (j.notification_id, j.position) in (
          select m.notification_id, m.position from messages m where ${isWaiting})
      order by j.notification_id, j.position for update of j
    ), due as (
      update messages m set next_attempt_at = ${timeOf(environmentId)} from locked
      where ${isWaiting} and m.notification_id = locked.notification_id and m.position = locked.position
    )
    update jobs j set due_at = ${timeOf(environmentId)} from locked
    where j.environment_id = ${environmentId} and j.notification_id = locked.notification_id
      and j.position = locked.position`);
}
