import pg from "pg";

/**
 * The record that the queue peers write, so that it is comparable with Tidings' record of the same trigger: a notification,
 * its job, its message and four execution details. Indexes: the keys, the foreign keys and the subscriber's list.
 */
const SCHEMA = `
create table if not exists notifications (
  id bigint generated always as identity primary key,
  transaction_id uuid not null,
  subscriber_id text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  unique (transaction_id, subscriber_id)
);
create table if not exists jobs (
  id bigint generated always as identity primary key,
  notification_id bigint not null,
  step text not null,
  status text not null,
  created_at timestamptz not null default now()
);
create index if not exists jobs_by_notification on jobs (notification_id);
create table if not exists messages (
  id bigint generated always as identity primary key,
  notification_id bigint not null,
  job_id bigint not null,
  subscriber_id text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index if not exists messages_by_subscriber on messages (subscriber_id, id);
create index if not exists messages_by_notification on messages (notification_id);
create table if not exists execution_details (
  id bigint generated always as identity primary key,
  notification_id bigint not null,
  job_id bigint not null,
  status text not null,
  detail text not null,
  created_at timestamptz not null default now()
);
create index if not exists execution_details_by_notification on execution_details (notification_id);
`;

/**
 * One statement, so one transaction and one round trip for any number of notifications. Queues deliver at least once: a
 * notification that exists already adds nothing.
 */
const STORE = `
with input as (
  select * from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::text[], $5::text[])
    as input (transaction_id, subscriber_id, payload, subject, body)
), notification as (
  insert into notifications (transaction_id, subscriber_id, payload)
  select transaction_id, subscriber_id, payload from input
  on conflict (transaction_id, subscriber_id) do nothing
  returning id, transaction_id, subscriber_id
), job as (
  insert into jobs (notification_id, step, status) select id, 'inbox', 'completed' from notification
  returning id, notification_id
), message as (
  insert into messages (notification_id, job_id, subscriber_id, subject, body)
  select notification.id, job.id, subscriber_id, subject, body
  from notification
  join job on job.notification_id = notification.id
  join input using (transaction_id, subscriber_id)
)
insert into execution_details (notification_id, job_id, status, detail)
select notification_id, id, detail.status, detail.text
from job cross join (values
  ('Pending', 'Step queued'),
  ('Pending', 'Step started'),
  ('Success', 'Message created'),
  ('Success', 'Message sent')) as detail (status, text)`;

/** @param {string} connectionString */
export async function openRecord(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 20 });
  await pool.query(SCHEMA);
  return {
    pool,
    store: (notifications) => store(pool, notifications),
    count: async () => countOf(await pool.query("select count(*) from messages")),
    list: (subscriberId, page, limit) => list(pool, subscriberId, page, limit),
    close: () => pool.end(),
  };
}

/** Stores notifications `{ transactionId, subscriberId, payload, subject, body }` with all their rows, in one transaction. */
async function store(pool, notifications) {
  const column = (name) => notifications.map((one) => one[name]);
  await pool.query({
    name: "store",
    text: STORE,
    values: [
      column("transactionId"),
      column("subscriberId"),
      column("payload").map((payload) => JSON.stringify(payload)),
      column("subject"),
      column("body"),
    ],
  });
}

/** One page, newest first, with the count of all messages of the subscriber, or of all subscribers. */
async function list(pool, subscriberId, page, limit) {
  const values = subscriberId === undefined ? [] : [subscriberId];
  const where = subscriberId === undefined ? "" : "where subscriber_id = $1";
  const [{ rows }, count] = await Promise.all([
    pool.query(
      `select * from messages ${where} order by id desc limit ${limit} offset ${page * limit}`,
      values,
    ),
    pool.query(`select count(*) from messages ${where}`, values),
  ]);
  return { data: rows, totalCount: countOf(count) };
}

const countOf = ({ rows }) => Number(rows[0].count);
