import { type Channel, REPLAY_LIMITS, type ReachedReason } from "@tidings/contract";
import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { StepKey, WorkflowKey } from "../foundation/ids.ts";
import { type DeadLetterFilter, matches } from "./dead-letter-store.ts";

/** A dead letter to replay. */
export type Candidate = {
  id: string;
  messageId: string;
  notificationId: string;
  position: number;
  workflowKey: WorkflowKey;
  /** So old that the provider may have forgotten the idempotency key. */
  isOld: boolean;
};

/**
 * The oldest matching dead letters, each with whether it can be replayed (message and subscriber exist, and the job has failed) and how
 * the subscriber was reached all the same. What the workflow sends beside the dead message does not count, only
 * - `stands_in`: a message of a step that runs because the dead one failed (`onlyIf`, over several steps, too), or, sent after the
 *   death, of a step that the dead one stands in for;
 * - `sent_after`: a message sent after the death, by a later step behind a delay or a digest, or by hand.
 * The steps of each version are read once. Rows are looked up one by one: a join of whole tables takes minutes for a million.
 */
function judged(environmentId: string, filter: DeadLetterFilter): Sql {
  return sql`examined as materialized (
    select d.*, n.workflow_version as version
    from (select * from dead_letters d where ${matches(environmentId, filter)}
      order by d.id limit ${REPLAY_LIMITS.examined}) d
    left join lateral (
      select workflow_version from notifications where environment_id = ${environmentId} and id = d.notification_id
      limit 1) n on true
  ), steps as materialized (
    select v.workflow_id, v.version, s.step ->> 'id' as id, s.step ->> 'stepId' as key,
      s.step -> 'onlyIf' ->> 'step' as earlier
    from (select distinct workflow_id, version from examined where version is not null) v
    cross join lateral (
      select definition -> 'steps' as steps from workflow_versions
      where environment_id = ${environmentId} and workflow_id = v.workflow_id and version = v.version limit 1) w
    cross join lateral json_array_elements(
      case when json_typeof(w.steps) = 'array' then w.steps else '[]' end) s(step)
  ), stands (workflow_id, version, dead_id, id, key) as (
    select s.workflow_id, s.version, e.id, s.id, s.key from steps s
    join steps e on e.workflow_id = s.workflow_id and e.version = s.version and e.key = s.earlier
    union
    select s.workflow_id, s.version, t.dead_id, s.id, s.key from stands t
    join steps s on s.workflow_id = t.workflow_id and s.version = t.version and s.earlier = t.key
  ), stand_ins as materialized (
    select workflow_id, version, dead_id, array_agg(id) as ids from stands group by workflow_id, version, dead_id
  ), stand_for as materialized (
    select workflow_id, version, id, array_agg(dead_id) as ids from stands group by workflow_id, version, id
  ), judged as materialized (
    select d.*, j.position, m.id is not null and j.id is not null and s.id is not null as is_there,
      o.reason as reached_reason, o.step_id as reached_step_id, o.channel as reached_channel
    from examined d
    left join stand_ins ins on ins.workflow_id = d.workflow_id and ins.version = d.version
      and ins.dead_id = d.step_id
    left join stand_for its on its.workflow_id = d.workflow_id and its.version = d.version
      and its.id = d.step_id
    left join lateral (
      select id from messages where environment_id = ${environmentId} and id = d.message_id and status = 'error'
      limit 1) m on true
    left join lateral (
      select id, position from jobs where environment_id = ${environmentId} and notification_id = d.notification_id
        and id = d.job_id and status = 'failed' limit 1) j on true
    left join lateral (
      select id from subscribers where environment_id = ${environmentId} and id = d.subscriber_id limit 1) s on true
    left join lateral (
      select i.step_id, x.channel, case when i.step_id = any(ins.ids) or i.step_id = any(its.ids)
        then 'stands_in' else 'sent_after' end as reason
      from messages x
      join jobs i on i.environment_id = ${environmentId} and i.notification_id = x.notification_id
        and i.position = x.position
      where x.environment_id = ${environmentId} and x.notification_id = d.notification_id and x.status = 'sent'
        and x.position <> j.position and (
          i.step_id = any(ins.ids)
          or x.delivered_at[case when x.channel = 'in_app' then 1 else cardinality(x.delivered_at) end] > d.died_at and (
            i.step_id = any(its.ids) or x.resends > 0 or exists (
              select from jobs w where w.environment_id = ${environmentId} and w.notification_id = d.notification_id
                and w.position > j.position and w.position < x.position and w.type in ('delay', 'digest'))))
      order by x.position limit 1) o on true)`;
}

export type Choice = { includesReached: boolean; limit: number; now: Date };

/** Locks the dead letters that match, the oldest first; one that another request is replaying is left out. */
export async function lockCandidates(
  tx: Queryable,
  environmentId: string,
  filter: DeadLetterFilter,
  { includesReached, limit, now }: Choice,
): Promise<Candidate[]> {
  return tx.queryPlanned<Candidate>(sql`
    with recursive ${judged(environmentId, filter)}, chosen as materialized (
      select id, position from judged where is_there and (${includesReached} or reached_reason is null)
      order by id limit ${limit}
    )
    select d.id, d.message_id as "messageId", d.notification_id as "notificationId", chosen.position,
      d.died_at < ${now}::timestamptz - interval '24 hours' as "isOld", w.identifier as "workflowKey"
    from chosen join dead_letters d on d.environment_id = ${environmentId} and d.id = chosen.id
    join workflows w on w.environment_id = d.environment_id and w.id = d.workflow_id
    where d.replayed_at is null and d.discarded_at is null
    order by d.id for update of d skip locked`);
}

/** Dead letters of a workflow that are left out for the same cause. */
export type LeftOut = {
  workflowKey: WorkflowKey;
  /** How the subscriber was reached; null if the dead letter cannot be replayed any more. */
  reached: { reason: ReachedReason; stepKey: StepKey | null; channel: Channel } | null;
  count: number;
};

/** Counts the examined dead letters whose subscriber was reached all the same, and those that cannot be replayed. */
export async function countLeftOut(
  tx: Queryable,
  environmentId: string,
  filter: DeadLetterFilter,
): Promise<LeftOut[]> {
  return tx.queryPlanned<LeftOut>(sql`
    with recursive ${judged(environmentId, filter)}
    select w.identifier as "workflowKey", c.reached, c.count from (
      select g.workflow_id, count(*)::integer as count, case when g.is_there then jsonb_build_object(
        'reason', g.reached_reason, 'channel', g.reached_channel, 'stepKey', s.key) end as reached
      from judged g left join steps s on s.workflow_id = g.workflow_id and s.version = g.version
        and s.id = g.reached_step_id
      where not g.is_there or g.reached_reason is not null group by 1, 3
    ) c join workflows w on w.environment_id = ${environmentId} and w.id = c.workflow_id
    order by w.identifier, c.count desc, c.reached`);
}
