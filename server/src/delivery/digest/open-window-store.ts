import sql from "sql-template-tag";
import type { GateCall, MeetingKey, ThrottleWindow } from "../gates/gates.ts";
import type { Window } from "./digest-store.ts";

/** The open digest windows of these keys that have not ended. */
export async function findOpenWindows(
  { tx, environmentId, now }: GateCall,
  keys: readonly MeetingKey[],
): Promise<Window[]> {
  return tx.query<Window>(sql`
    select w.job_id as "jobId", w.notification_id as "notificationId", w.workflow_id as "workflowId",
      w.step_id as "stepId", w.subscriber_id as "subscriberId", w.digest_key as "digestKey",
      w.event_count as "eventCount", w.closes_at as "closesAt",
      w.latest_close_at as "latestCloseAt", w.closes_at_count as "closesAtCount"
    from json_to_recordset(${JSON.stringify(keys)}) as x(
      "workflowId" text, "stepId" text, "subscriberId" text, value text)
    join digest_windows w on w.workflow_id = x."workflowId" and w.step_id = x."stepId"
      and w.subscriber_id = x."subscriberId" and md5(w.digest_key) = md5(x.value)
    where w.environment_id = ${environmentId} and w.closed_at is null and w.closes_at > ${now}`);
}

/** The time of the last event of each key, for look-back digests. */
export async function findLastEvents(
  { tx, environmentId }: GateCall,
  keys: readonly MeetingKey[],
): Promise<(MeetingKey & { lastEventAt: Date })[]> {
  return tx.query(sql`
    select m.workflow_id as "workflowId", m.step_id as "stepId", m.subscriber_id as "subscriberId",
      m.digest_key as value, m.last_event_at as "lastEventAt"
    from json_to_recordset(${JSON.stringify(keys)}) as x(
      "workflowId" text, "stepId" text, "subscriberId" text, value text)
    join digest_last_events m on m.workflow_id = x."workflowId" and m.step_id = x."stepId"
      and m.subscriber_id = x."subscriberId" and md5(m.digest_key) = md5(x.value)
    where m.environment_id = ${environmentId}`);
}

/** The throttle windows of these keys that have not ended. */
export async function findThrottleWindows(
  { tx, environmentId, now }: GateCall,
  keys: readonly MeetingKey[],
): Promise<ThrottleWindow[]> {
  return tx.query<ThrottleWindow>(sql`
    select w.workflow_id as "workflowId", w.step_id as "stepId", w.subscriber_id as "subscriberId",
      w.throttle_key as value, w.opened_at as "openedAt", w.ends_at as "endsAt",
      w.execution_count as "executionCount"
    from json_to_recordset(${JSON.stringify(keys)}) as x(
      "workflowId" text, "stepId" text, "subscriberId" text, value text)
    join throttle_windows w on w.workflow_id = x."workflowId" and w.step_id = x."stepId"
      and w.subscriber_id = x."subscriberId" and md5(w.throttle_key) = md5(x.value)
    where w.environment_id = ${environmentId} and w.ends_at > ${now}`);
}
