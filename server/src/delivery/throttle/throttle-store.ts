import sql from "sql-template-tag";
import type { GateCall, ThrottleWindow, ThrottleWindowEntry } from "../gates/gates.ts";

/**
 * Counts entries into the current window of each key and returns the windows; an expired window is replaced. The
 * unique index and the row's lock make the count exact under concurrency.
 */
export async function enterThrottles(
  { tx, environmentId, now }: GateCall,
  entries: readonly ThrottleWindowEntry[],
): Promise<ThrottleWindow[]> {
  return tx.query<ThrottleWindow>(sql`
    insert into throttle_windows as w (environment_id, workflow_id, step_id, subscriber_id, throttle_key, opened_at,
      ends_at, execution_count)
    select ${environmentId}, x."workflowId", x."stepId", x."subscriberId", x.value, ${now}, x."endsAt", x.count
    from json_to_recordset(${JSON.stringify(entries)}) as x(
      "workflowId" text, "stepId" text, "subscriberId" text, value text, count integer, "endsAt" timestamptz)
    order by x."workflowId", x."stepId", x."subscriberId", x.value
    on conflict (environment_id, workflow_id, step_id, subscriber_id, md5(throttle_key)) do update set
      opened_at = case when w.ends_at <= excluded.opened_at then excluded.opened_at else w.opened_at end,
      ends_at = case when w.ends_at <= excluded.opened_at then excluded.ends_at else w.ends_at end,
      execution_count = excluded.execution_count
        + case when w.ends_at <= excluded.opened_at then 0 else w.execution_count end
    returning w.workflow_id as "workflowId", w.step_id as "stepId", w.subscriber_id as "subscriberId",
      w.throttle_key as value, w.opened_at as "openedAt", w.ends_at as "endsAt",
      w.execution_count as "executionCount"`);
}
