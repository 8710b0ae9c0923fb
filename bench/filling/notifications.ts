import type pg from "pg";

/** Notifications of one transaction. */
const AT_ONCE = 50_000;
const PER_DEAD_LETTER = 10;
/** A subscriber has ten notifications, a thousand numbers apart from each other. */
const OWNER = "number / 10000 * 1000 + number % 1000";

const CHANNEL = "case when number % 2 = 0 then 'in_app' when number % 10 < 7 then 'email' else 'sms' end";
const STATUS = "case when number % 1000 = 1 then null when number % 100 = 3 then 'error' else 'sent' end";

/** The values of a message with this number, in SQL. */
export const MESSAGE = { owner: OWNER, channel: CHANNEL, status: STATUS } as const;

/** The number of the subscriber that has the notification with this number. */
export function ownerOf(number: number): number {
  return Math.floor(number / 10_000) * 1_000 + (number % 1_000);
}

/** The numbers of the rows to write, and the time of creation of number 0 and between two numbers. */
export type Portion = { from: number; to: number; startMs: number; stepMs: number };

/** Writes the notifications of a portion. A tenth of the subscribers have notifications. */
export async function fillNotifications(client: pg.Client, portion: Portion): Promise<void> {
  await client.query(`create temp table place as
    select environment_id, array_agg(id order by identifier) as workflows,
      (select id from integrations i where i.environment_id = w.environment_id and channel = 'email' limit 1) as integration
    from workflows w where identifier in ('filled-a', 'filled-b') group by environment_id`);
  for (let first = portion.from; first < portion.to; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE, portion.to) - 1;
    await client.query("begin");
    await client.query(NUMBERS, [first, last, portion.startMs, portion.stepMs]);
    for (const statement of STATEMENTS) await client.query(statement);
    await client.query("commit");
  }
  await client.query("drop table place");
}

/** `id` is the one of each of the rows, `owner` that of the subscriber, `channel` that of job and message. */
const NUMBERS = `
  create temp table numbers on commit drop as
  select n.*, place.*, workflows[1 + number % 2] as workflow_id
  from place, (
    select number, to_timestamp(ms / 1000) as at, lpad(to_hex(ms::bigint), 12, '0') || lpad(to_hex(number), 12, '0') as id,
      lpad(to_hex(owner_ms::bigint), 12, '0') || lpad(to_hex(owner_number), 12, '0') as owner, owner_number,
      ${CHANNEL} as channel, case when number % 4 = 0 then array['tenant:' || number % 40] end as context_keys
    from (
      select number, floor($3::float8 + number * $4::float8) as ms, owner_number,
        floor($3::float8 + owner_number * $4::float8) as owner_ms
      from (
        select number, ${OWNER} as owner_number
        from generate_series($1::bigint, $2::bigint) as number
      ) owned
    ) timed
  ) n`;

const STATEMENTS = [
  `insert into triggers (environment_id, id, transaction_id, fingerprint, workflow_id, workflow_version, is_broadcast,
    recipients, payload, overrides, context_keys, created_at, bytes)
  select environment_id, id, 'txn_' || id, sha256(id::bytea), workflow_id, 1, false,
    json_build_array(json_build_object('subscriberId', 'user-' || owner_number)),
    json_build_object('text', 'text ' || number, 'order', json_build_object('id', number)), '{}',
    coalesce(context_keys, '{}'), at, 59
  from numbers on conflict do nothing`,
  `insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version, subscriber_id, created_at)
  select environment_id, id, id, workflow_id, 1, owner, at from numbers on conflict do nothing`,
  `insert into jobs (environment_id, notification_id, position, id, step_id, type, status, created_at, updated_at,
    packed_details)
  select environment_id, id, 0, id, workflow_id, channel, 'completed', at, at, id || ':0q1C2S;' from numbers on conflict do nothing`,
  `insert into messages (environment_id, id, notification_id, position, subscriber_id, channel, status, attempts,
    integration_id, subject, content, context_keys, contexts, created_at, updated_at)
  select environment_id, id, id, 0, owner, channel,
    ${STATUS},
    case when number % 2 = 0 then 0 else 1 end, case when number % 2 = 1 then integration end,
    'Hello user-' || owner_number, to_json('text ' || number), case when number % 2 = 0 then context_keys end,
    contexts_hash(context_keys), at, at
  from numbers on conflict do nothing`,
  `insert into dead_letters (environment_id, id, message_id, notification_id, job_id, transaction_id, workflow_id,
    step_id, subscriber_id, channel, integration_id, reason, attempts, died_at)
  select environment_id, id, id, id, id, 'txn_' || id, workflow_id, workflow_id, owner,
    case when number % 3 = 0 then 'email' else 'sms' end, integration,
    case when number % 1000 = 0 then 'rejected' else 'attempts_spent' end, 1, at
  from numbers where number % ${PER_DEAD_LETTER} = 0 on conflict do nothing`,
];
