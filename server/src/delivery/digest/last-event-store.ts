import sql from "sql-template-tag";
import { type GateCall, type LookBack, type MeetingKey, nameOf } from "../gates/gates.ts";

/**
 * Records an event of each key, and returns the keys without another event within the look-back and without an open
 * window. The lock of the key's row orders its events.
 */
export async function findQuiet(
  { tx, environmentId, now }: GateCall,
  keys: readonly LookBack[],
): Promise<MeetingKey[]> {
  const rows = await tx.query<MeetingKey & { previousEventAt: Date | null; hasWindow: boolean }>(sql`
    insert into digest_last_events as m (environment_id, workflow_id, step_id, subscriber_id, digest_key, last_event_at)
    select ${environmentId}, x."workflowId", x."stepId", x."subscriberId", x.value, ${now}
    from json_to_recordset(${JSON.stringify(keys)}) as x(
      "workflowId" text, "stepId" text, "subscriberId" text, value text)
    order by x."workflowId", x."stepId", x."subscriberId", x.value
    on conflict (environment_id, workflow_id, step_id, subscriber_id, md5(digest_key)) do update set
      previous_event_at = m.last_event_at, last_event_at = greatest(m.last_event_at, excluded.last_event_at)
    returning m.workflow_id as "workflowId", m.step_id as "stepId", m.subscriber_id as "subscriberId",
      m.digest_key as value, m.previous_event_at as "previousEventAt", exists (
        select 1 from digest_windows w
        where w.environment_id = ${environmentId} and w.workflow_id = m.workflow_id and w.step_id = m.step_id
          and w.subscriber_id = m.subscriber_id and md5(w.digest_key) = md5(m.digest_key) and w.closed_at is null
      ) as "hasWindow"`);
  const lookBackOf = new Map(keys.map((key) => [nameOf(key), key.lookBackMs]));
  return rows.filter(({ previousEventAt, hasWindow, ...key }) => {
    const quietMs = previousEventAt ? now.getTime() - previousEventAt.getTime() : Number.POSITIVE_INFINITY;
    return !hasWindow && quietMs > (lookBackOf.get(nameOf(key)) ?? 0);
  });
}
