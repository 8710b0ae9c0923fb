import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import { jsonPieces } from "../../database/json-pieces.ts";
import { sourcesOf } from "../../notifications/job-transitions.ts";
import type { Notification } from "../../notifications/notification.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";
import type { JobRow } from "./job-row.ts";

export type Fence = { notificationId: string; position: number; lease: number };

/**
 * Locks the held jobs and answers the names of those whose lease is still ours; the others were taken over, or their outcome is stored: a
 * job that was put off keeps its lease, and has no unfinished claim.
 */
export async function lockHeld(
  tx: Queryable,
  environmentId: string,
  fences: readonly Fence[],
): Promise<Set<string>> {
  const rows = await tx.query<Omit<Fence, "lease">>(sql`
    select j.notification_id as "notificationId", j.position
    from json_to_recordset(${JSON.stringify(fences)}) as x("notificationId" text, position smallint, lease integer)
    join jobs j on j.notification_id = x."notificationId" and j.position = x.position and j.lease = x.lease
    where j.environment_id = ${environmentId} and j.due_at is not null and j.unfinished_claims > 0
    order by j.notification_id, j.position for update of j`);
  return new Set(rows.map(fenceName));
}

export function fenceName({ notificationId, position }: Omit<Fence, "lease">): string {
  return `${notificationId}|${position}`;
}

/** Stores new notifications and returns their ids; one that exists already for its subscriber stays the only one. */
export function notificationInsert(
  environmentId: string,
  notifications: readonly Notification[],
  now: Date,
): Sql {
  const rows = notifications.map(
    ({ transactionId: _transaction, digestedInto: _digest, ...notification }) => notification,
  );
  return sql`
    insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version, subscriber_id, created_at)
    select ${environmentId}, x.id, x."triggerId", x."workflowId", x."workflowVersion", x."subscriberId",
      ${now}
    from json_to_recordset(${JSON.stringify(rows)}) as x(
      id text, "triggerId" text, "workflowId" text, "workflowVersion" integer, "subscriberId" text)
    order by x."triggerId", x."subscriberId"
    on conflict (environment_id, trigger_id, subscriber_id) do nothing
    returning id`;
}

/** The time of storing, and the worker that keeps the jobs which stay leased. */
type Storing = { now: Date; workerId?: number };

/** A job that is created with a lease has lease 1; `due_at` is then the end of that lease. */
export function* jobInserts(
  environmentId: string,
  jobs: readonly JobRow[],
  { now, workerId }: Storing,
): Generator<Sql> {
  for (const piece of jsonPieces(jobs)) {
    yield sql`
      insert into jobs (environment_id, notification_id, position, id, step_id, type, status, due_at, lease, unfinished_claims, claimed_by,
        provider_id, digest, output, schedule_extensions_count, packed_details, created_at, updated_at)
      select ${environmentId}, x."notificationId", x.position, x.id, x."stepId", x.type, x.status,
        case when x."isLeased" then now() + make_interval(secs => ${LEASE_SECONDS}) else x."dueAt" end,
        case when x."isLeased" then 1 else 0 end, case when x."isLeased" then 1 else 0 end,
        case when x."isLeased" then ${workerId ?? null}::integer end,
        x."providerId", x.digest, x.output, x."scheduleExtensionsCount", x."packedDetails", ${now}, ${now}
      from json_to_recordset(${piece}) as x(
        "notificationId" text, position smallint, id text, "stepId" text, type text, status text, "dueAt" timestamptz,
        "isLeased" boolean, "providerId" text, digest json, output json, "scheduleExtensionsCount" smallint,
        "packedDetails" text)`;
  }
}

/**
 * Writes the outcomes of jobs. A job that stays leased gets a fresh lease under the same token. One that was not held is
 * written only while no worker has begun it.
 */
export function* jobUpdates(
  environmentId: string,
  jobs: readonly JobRow[],
  { now, workerId }: Storing,
): Generator<Sql> {
  for (const piece of jsonPieces(jobs)) {
    yield sql`
      update jobs j set status = x.status, provider_id = x."providerId", digest = x.digest, output = x.output,
        schedule_extensions_count = x."scheduleExtensionsCount",
        packed_details = case when x."packedDetails" is null then j.packed_details
          else concat(j.packed_details, x."packedDetails") end,
        due_at = case when x."isLeased" then now() + make_interval(secs => ${LEASE_SECONDS}) else x."dueAt" end,
        lease = case when x."isLeased" then greatest(j.lease, 1) else j.lease end,
        unfinished_claims = case when x."isLeased" then greatest(j.unfinished_claims, 1::smallint) else 0 end,
        claimed_by = case when x."isLeased" then ${workerId ?? null}::integer end, updated_at = ${now}
      from json_to_recordset(${piece}) as x(
        "notificationId" text, position smallint, status text, "dueAt" timestamptz, "isLeased" boolean,
        "isHeld" boolean, "providerId" text, digest json, output json, "scheduleExtensionsCount" smallint,
        "packedDetails" text)
      where j.environment_id = ${environmentId} and j.notification_id = x."notificationId"
        and j.position = x.position and (x."isHeld" or j.status = 'pending')
        and (j.status = any(${sourcesOf("work")}) or j.status = x.status)`;
  }
}

/** Points notifications to the one whose digest took them in. */
export function digestedIntoUpdate(
  environmentId: string,
  merged: readonly { id: string; into: string }[],
): Sql {
  return sql`
    update notifications n set digested_into = x."into"
    from json_to_recordset(${JSON.stringify(merged)}) as x(id text, "into" text)
    where n.environment_id = ${environmentId} and n.id = x.id`;
}
