import type pg from "pg";
import type { Dump } from "./evidence.ts";

/** The rows that the checker needs, read in one snapshot. */
export async function dumpDatabase(client: pg.Client): Promise<Dump> {
  await client.query("begin isolation level repeatable read read only");
  const dump: Dump = {
    triggers: await rows(
      client,
      `environment_id as "environmentId", id, transaction_id as "transactionId",
      exists (select from fanouts f where f.environment_id = t.environment_id and f.trigger_id = t.id) as "isOpen"
      from triggers t`,
    ),
    notifications: await rows(
      client,
      `n.environment_id as "environmentId", n.id, n.trigger_id as "triggerId",
      coalesce(t.transaction_id, n.trigger_id) as "transactionId", coalesce(s.subscriber_id, n.subscriber_id) as "subscriberId",
      s.environment_id as "recipientEnvironmentId", n.digested_into as "digestedInto" from notifications n
      left join triggers t on t.id = n.trigger_id left join subscribers s on s.id = n.subscriber_id`,
    ),
    jobs: await rows(
      client,
      `environment_id as "environmentId", id, notification_id as "notificationId", position, type,
      status, due_at is not null as "isDue",
      coalesce(greatest(0, extract(epoch from now() - due_at) * 1000), 0)::float8 as "overdueMs",
      (extract(epoch from updated_at) * 1000)::float8 as "updatedAt",
      exists (select from execution_details d where d.environment_id = j.environment_id
        and d.notification_id = j.notification_id and d.position = j.position and d.code = 'step_crashed') as "isGivenUp",
      exists (select from harness.put_offs p where p.environment_id = j.environment_id
        and p.notification_id = j.notification_id and p.position = j.position) as "isPutOff"
      from jobs j`,
    ),
    messages: await rows(
      client,
      `m.environment_id as "environmentId", m.id, m.notification_id as "notificationId", j.id as "jobId",
      m.subscriber_id as "subscriberId", m.channel, m.status
      from messages m
      left join jobs j on j.notification_id = m.notification_id and j.position = m.position`,
    ),
    windows: await rows(
      client,
      `environment_id as "environmentId", job_id as "jobId",
      notification_id as "notificationId", concat_ws(' ', workflow_id, step_id, subscriber_id, digest_key) as key,
      event_count as "eventCount", closed_at is null as "isOpen" from digest_windows`,
    ),
    digestEvents: await rows(
      client,
      `environment_id as "environmentId", window_job_id as "windowJobId",
      notification_id as "notificationId", seq from digest_events`,
    ),
    wrongCounters: await rows(client, WRONG_COUNTERS),
  };
  await client.query("commit");
  return dump;
}

/** What counters and differences of listed messages have: each message for all contexts and for its own. */
const LISTED = `(
  select a.environment_id, a.span, a.channel, a.status, a.integration_id, a.workflow_id, a.contexts, a.amount as counted,
    0 as present
  from count_appends a where a.list = 'messages'
  union all
  select m.environment_id, left(m.id, 9), m.channel, listed_status(m.status, m.attempts, m.next_attempt_at, m.erased_at),
    coalesce(m.integration_id, ''), n.workflow_id, coalesce(contexts_hash(t.context_keys), ''), 0, 1
  from messages m join notifications n on n.environment_id = m.environment_id and n.id = m.notification_id
  join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
  where listed_status(m.status, m.attempts, m.next_attempt_at, m.erased_at) is not null)`;

/** What differences of notifications have, and the rows: all with the state '', and those in another state than delivered. */
const NOTIFICATIONS = `(
  select environment_id, span, workflow_id, state, amount as counted, 0 as present from notification_appends
  union all
  select n.environment_id, left(n.id, 9), n.workflow_id, c.state, 0, 1
  from notifications n
  left join (
    select j.environment_id, j.notification_id, case
      when bool_or(j.status in ('pending', 'queued', 'delayed', 'running')) then 'waiting'
      when bool_or(j.status = 'completed' and j.type in ('in_app', 'email', 'sms', 'chat', 'push'))
        or bool_and(j.status = 'completed') then ''
      when bool_or(j.status = 'failed') then 'failed'
      when bool_or(j.status = 'merged') then 'merged'
      else 'skipped' end as state
    from jobs j group by 1, 2
  ) s on s.environment_id = n.environment_id and s.notification_id = n.id
  cross join lateral (select '' as state union select s.state where s.state is not null) c)`;

/** Counters of messages, of spans of messages and notifications, and of dead letters, compared with the rows. */
const WRONG_COUNTERS = `
  environment_id as "environmentId", what, sum(counted)::float8 as counted, sum(present)::float8 as rows from (
    select environment_id, concat_ws(' ', 'messages', contexts, channel, status, integration_id, workflow_id) as what,
      amount as counted, 0 as present from message_counts
    union all
    select m.environment_id, concat_ws(' ', 'messages', c.contexts, channel, status, integration_id, workflow_id), counted,
      present
    from ${LISTED} m cross join lateral (select '' as contexts union select m.contexts) c
    union all
    select environment_id, concat_ws(' ', 'span', scope, level, span, channel, status, integration_id), amount, 0
    from message_spans
    union all
    select m.environment_id, concat_ws(' ', 'span', s.scope, s.level, left(m.span, s.level), channel, status,
      integration_id), counted, present
    from ${LISTED} m cross join lateral (
      select '' as scope, unnest(array[5, 7, 9]) as level
      union all
      select 'w' || m.workflow_id, unnest(array[5, 7, 8])
      union all
      select 'c' || m.contexts, unnest(array[5, 7, 8]) where m.contexts <> '') s
    union all
    select environment_id, concat_ws(' ', 'dead letters', level, span, channel, status, integration_id, workflow_id,
      reason), amount, 0
    from dead_letter_counts
    union all
    select environment_id, concat_ws(' ', 'dead letters', l.level, left(span, l.level), channel, status, integration_id,
      workflow_id, reason), counted, present
    from (
      select environment_id, span, channel, status, integration_id, workflow_id, reason, amount as counted, 0 as present
      from count_appends where list = 'dead_letters'
      union all
      select environment_id, minute_of(died_at), channel, dead_letter_status(replayed_at, discarded_at),
        coalesce(integration_id, ''), workflow_id, reason, 0, 1
      from dead_letters
    ) d cross join unnest(array[0, 8, 10, 12]) as l(level)
    union all
    select environment_id, concat_ws(' ', 'notifications', scope, level, span, state), amount, 0 from notification_spans
    union all
    select n.environment_id, concat_ws(' ', 'notifications', s.scope, s.level, left(n.span, s.level), n.state), counted, present
    from ${NOTIFICATIONS} n cross join lateral (
      select '' as scope, unnest(array[5, 7, 9]) as level
      union all
      select 'w' || n.workflow_id, unnest(array[5, 7, 8])) s
  ) compared group by 1, 2 having sum(counted) <> sum(present)`;

async function rows<Row>(client: pg.Client, columns: string): Promise<Row[]> {
  return (await client.query(`select ${columns}`)).rows as Row[];
}

/** Describes the open work: the number of fan-outs, and of jobs by their number of claims. */
export async function describeOpenWork(client: pg.Client): Promise<string> {
  const { rows: found } = await client.query<{ what: string }>(
    `select count(*) || ' fan-outs' as what from fanouts
    union all
    (select count(*) || ' jobs with ' || unfinished_claims || ' unfinished claims' from jobs
      where status in ('pending', 'queued', 'delayed', 'running') and due_at is not null group by unfinished_claims order by unfinished_claims)`,
  );
  return found.map(({ what }) => what).join(", ");
}

/** The number of triggers to be expanded and of unfinished jobs. */
export async function openWork(client: pg.Client): Promise<number> {
  const { rows: found } = await client.query<{ open: number }>(
    `select (select count(*)::int from fanouts)
      + (select count(*)::int from jobs where status in ('pending', 'queued', 'delayed', 'running')) as open`,
  );
  return found[0]?.open ?? 0;
}
