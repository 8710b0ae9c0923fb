import { join } from "node:path";
import pg from "pg";

/** Messages of one notification, so that few notifications, jobs and triggers are enough. */
const PER_NOTIFICATION = 100;
const DAYS = 30;
/** Messages in one transaction. */
const PORTION = 100_000;
/** Of this many messages, one is a dead letter. */
const PER_DEAD_LETTER = 10;

/** The server's own PostgreSQL, by its socket. */
export async function connectStore(dataDirectory: string): Promise<pg.Client> {
  const host = join(dataDirectory, "postgres");
  const client = new pg.Client({ host, port: 5432, user: "tidings", database: "tidings" });
  await client.connect();
  return client;
}

/**
 * Writes messages of the last 30 days with what they belong to, a hundred for each notification: half of them in-app, of
 * the rest 1 % failed and 0.1 % waiting; every tenth is a dead letter. Of the notifications, a quarter has a context.
 * The triggers of the database count them.
 */
export async function fill(client: pg.Client, environmentId: string, size: number): Promise<void> {
  await client.query("set statement_timeout = 0");
  await client.query(
    `create temp table place as select $1::text as environment_id,
      (select array_agg(id order by identifier) from workflows where environment_id = $1) as workflows,
      (select array_agg(id order by id) from integrations where environment_id = $1 and channel = 'email') as integrations`,
    [environmentId],
  );
  // An id of 24 characters: the milliseconds, and the number.
  await client.query(
    `create function pg_temp.id_at(number bigint, size bigint) returns text language sql as $$
      select lpad(to_hex((extract(epoch from now()) * 1000)::bigint - ${DAYS * 86_400_000}::bigint
        + number * ${DAYS * 86_400_000}::bigint / size), 12, '0') || lpad(to_hex(number), 12, '0') $$`,
  );
  await fillParents(client, size);
  for (let first = 0; first < size; first += PORTION) {
    await fillMessages(client, { first, end: Math.min(first + PORTION, size), size });
  }
  await client.query("drop table place");
  await client.query("analyze");
}

/** Each has ten notifications. */
const subscribersOf = (size: number): number => Math.ceil(size / PER_NOTIFICATION / 10);

async function fillParents(client: pg.Client, size: number): Promise<void> {
  const count = Math.ceil(size / PER_NOTIFICATION);
  await client.query(
    `insert into subscribers (environment_id, id, subscriber_id)
    select environment_id, 's' || i, 's' || i from place, generate_series(0, ${subscribersOf(size)}) as i`,
  );
  await client.query(
    `insert into triggers (environment_id, id, transaction_id, fingerprint, workflow_id, workflow_version, is_broadcast,
      recipients, payload, overrides, context_keys, created_at)
    select environment_id, 't' || i, 't' || i, '', workflows[1 + i % 2], 1, false, '[]', '{"order":1}', '{}',
      case when i % 4 = 0 then array['tenant:' || i % 40] else '{}' end, now()
    from place, generate_series(0, ${count}) as i`,
  );
  await client.query(
    `insert into notifications (environment_id, id, trigger_id, workflow_id, workflow_version, subscriber_id, created_at)
    select environment_id, 'n' || i, 't' || i, workflows[1 + i % 2], 1, 's' || i % ${subscribersOf(size)}, now()
    from place, generate_series(0, ${count}) as i`,
  );
  await client.query(
    `insert into jobs (environment_id, notification_id, position, id, step_id, type, status, created_at, updated_at)
    select environment_id, 'n' || i, 0, 'j' || i, 'step', 'email', 'completed', now(), now()
    from place, generate_series(0, ${count}) as i`,
  );
}

type Portion = { first: number; end: number; size: number };

async function fillMessages(client: pg.Client, { first, end, size }: Portion): Promise<void> {
  await client.query("begin");
  await client.query(
    `insert into messages (environment_id, id, notification_id, position, subscriber_id, channel, status, attempts,
      integration_id, content, created_at, updated_at)
    select environment_id, pg_temp.id_at(i, ${size}), 'n' || i / ${PER_NOTIFICATION}, 0, 's' || i / ${PER_NOTIFICATION} % ${subscribersOf(size)},
      case when i % 2 = 0 then 'in_app' when i % 10 < 7 then 'email' else 'sms' end,
      case when i % 1000 = 1 then null when i % 100 = 3 then 'error' else 'sent' end, case when i % 2 = 0 then 0 else 1 end,
      case when i % 2 = 1 then integrations[1] end, '"Hello"', now(), now()
    from place, generate_series(${first}::bigint, ${end - 1}) as i`,
  );
  await client.query(
    `insert into dead_letters (environment_id, id, message_id, notification_id, job_id, transaction_id, workflow_id,
      step_id, subscriber_id, channel, integration_id, reason, attempts, died_at)
    select environment_id, pg_temp.id_at(i, ${size}), pg_temp.id_at(i, ${size}), 'n' || i / ${PER_NOTIFICATION}, 'j' || i / ${PER_NOTIFICATION},
      't' || i / ${PER_NOTIFICATION}, workflows[1 + i / ${PER_NOTIFICATION} % 2], 'step', 's' || i / ${PER_NOTIFICATION} % ${subscribersOf(size)},
      case when i % 3 = 0 then 'email' else 'sms' end, integrations[1],
      case when i % 1000 = 0 then 'rejected' else 'attempts_spent' end, 1,
      now() - interval '${DAYS} days' * (1 - i::float8 / ${size})
    from place, generate_series(${first}::bigint, ${end - 1}, ${PER_DEAD_LETTER}) as i`,
  );
  await client.query("commit");
}
