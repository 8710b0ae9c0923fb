-- The first floor plan. Ids are 24 hex characters that sort by birth; keys start with environment_id, so that the
-- data can later be distributed by it. Hot tables (from "triggers" on) carry no foreign keys: their rows are written
-- by the engine in one transaction with their parents, and a foreign key costs a look-up for every row written.
-- json, not jsonb, where a caller's own words are kept: it keeps the order of keys, and inserting it is cheaper.

create extension if not exists pg_trgm;

create table environments (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  name text not null unique,
  created_at timestamptz not null default now()
);

create table api_keys (
  environment_id text collate "C" not null references environments,
  id text collate "C" not null,
  key_hash bytea not null unique,
  key_sealed text not null,
  hint text not null,
  created_at timestamptz not null default now(),
  primary key (environment_id, id)
);

create table subscribers (
  environment_id text collate "C" not null references environments,
  id text collate "C" not null,
  subscriber_id text collate "C" not null,
  first_name text,
  last_name text,
  name text generated always as (btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))) stored,
  email text,
  phone text,
  avatar text,
  locale text,
  timezone text,
  data json,
  channels json,
  is_online boolean not null default false,
  last_online_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (environment_id, id),
  unique (environment_id, subscriber_id)
);
create index subscribers_by_update on subscribers (environment_id, updated_at, id);
create index subscribers_by_words on subscribers
  using gin (subscriber_id gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops, name gin_trgm_ops);

create table integrations (
  environment_id text collate "C" not null references environments,
  id text collate "C" not null,
  identifier text collate "C" not null,
  name text not null,
  channel text not null,
  provider_id text not null,
  credentials_sealed text not null,
  configurations json,
  conditions json,
  is_active boolean not null,
  is_primary boolean not null default false,
  priority integer not null default 0,
  deleted_at timestamptz,
  deleted_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (environment_id, id)
);
create unique index integrations_by_identifier on integrations (environment_id, identifier) where deleted_at is null;
create unique index integrations_one_primary on integrations (environment_id, channel) where is_primary and deleted_at is null;

create table workflows (
  environment_id text collate "C" not null references environments,
  id text collate "C" not null,
  identifier text collate "C" not null,
  version integer not null,
  is_active boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (environment_id, id)
);
create unique index workflows_by_identifier on workflows (environment_id, identifier) where deleted_at is null;

-- What a workflow says, version by version; rows never change, so that a run keeps the version it started with.
create table workflow_versions (
  environment_id text collate "C" not null,
  workflow_id text collate "C" not null,
  version integer not null,
  definition json not null,
  created_at timestamptz not null default now(),
  primary key (environment_id, workflow_id, version),
  foreign key (environment_id, workflow_id) references workflows
);

-- An acknowledged trigger and, as long as due_at is set, its fan-out entry: who is still to be expanded.
-- due_at is when a worker may next take it; taking it moves due_at to the end of the lease.
create table triggers (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  transaction_id text collate "C" not null,
  fingerprint bytea not null,
  workflow_id text collate "C" not null,
  workflow_version integer not null,
  is_broadcast boolean not null,
  recipients json not null,
  -- Topics as they were named, and who caused the trigger: its subscriberId is left out of the topics' members.
  topics json not null default '[]',
  actor text,
  context_keys text[] not null default '{}',
  payload json not null,
  overrides json not null,
  fanout_cursor text,
  due_at timestamptz,
  lease integer not null default 0,
  claims smallint not null default 0,
  canceled_at timestamptz,
  created_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, transaction_id)
);
create index triggers_due on triggers (environment_id, due_at) where due_at is not null;

-- One trigger for one subscriber.
create table notifications (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  trigger_id text collate "C" not null,
  transaction_id text collate "C" not null,
  workflow_id text collate "C" not null,
  workflow_version integer not null,
  subscriber_id text collate "C" not null,
  digested_into text collate "C",
  created_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, transaction_id, subscriber_id)
);
create index notifications_by_subscriber on notifications (environment_id, subscriber_id, id);
create index notifications_by_workflow on notifications (environment_id, workflow_id, id);
-- For listing by date: 24 kB for 300,000 rows and hardly a cost in writing; 1-3 ms instead of 25-43 ms.
create index notifications_by_time on notifications using brin (created_at) with (pages_per_range = 32);

-- One step of a notification, and the queue: a job with due_at set waits for a worker.
create table jobs (
  environment_id text collate "C" not null,
  notification_id text collate "C" not null,
  position smallint not null,
  id text collate "C" not null,
  step_id text collate "C" not null,
  type text not null,
  status text not null,
  due_at timestamptz,
  lease integer not null default 0,
  claims smallint not null default 0,
  provider_id text,
  digest json,
  output json,
  schedule_extensions_count smallint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, notification_id, position)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create index jobs_due on jobs (environment_id, due_at) where due_at is not null;

-- What one channel carried. status is null while the provider has not answered yet.
create table messages (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  notification_id text collate "C" not null,
  job_id text collate "C" not null,
  transaction_id text collate "C" not null,
  workflow_id text collate "C" not null,
  step_id text collate "C" not null,
  subscriber_id text collate "C" not null,
  channel text not null,
  status text,
  provider_id text,
  integration_id text collate "C",
  subject text,
  title text,
  content json,
  cta json not null default '{}',
  email text,
  phone text,
  webhook_url text,
  device_tokens text[],
  data json,
  avatar text,
  error_id text,
  error_text text,
  provider_message_id text,
  seen_at timestamptz,
  read_at timestamptz,
  snoozed_until timestamptz,
  delivered_at timestamptz[],
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id)
) with (fillfactor = 80);
create index messages_by_subscriber on messages (environment_id, subscriber_id, id);
create index messages_by_transaction on messages (environment_id, transaction_id, id);
create index messages_by_channel on messages (environment_id, channel, id);

create table execution_details (
  environment_id text collate "C" not null,
  notification_id text collate "C" not null,
  id text collate "C" not null,
  job_id text collate "C" not null,
  code text not null,
  status text not null,
  source text not null,
  provider_id text,
  is_retry boolean not null default false,
  raw text,
  created_at timestamptz not null,
  primary key (environment_id, notification_id, id)
);

-- A digest window is opened by the job that will close it. At most one open window per key, whoever races.
create table digest_windows (
  environment_id text collate "C" not null,
  job_id text collate "C" not null,
  notification_id text collate "C" not null,
  workflow_id text collate "C" not null,
  step_id text collate "C" not null,
  subscriber_id text collate "C" not null,
  digest_key text not null,
  event_count integer not null,
  closes_at timestamptz not null,
  -- Set for a window that slides: each event moves its end, but never beyond this.
  latest_close_at timestamptz,
  -- Set for a window that closes when it holds so many events.
  closes_at_count integer,
  closed_at timestamptz,
  primary key (environment_id, job_id)
);
create unique index digest_windows_open on digest_windows
  (environment_id, workflow_id, step_id, subscriber_id, md5(digest_key)) where closed_at is null;

create table digest_events (
  environment_id text collate "C" not null,
  window_job_id text collate "C" not null,
  notification_id text collate "C" not null,
  seq integer not null,
  created_at timestamptz not null,
  primary key (environment_id, window_job_id, notification_id)
);

-- When the last event of a digest's key came; a look-back digest lets the first event after a quiet time pass.
create table digest_marks (
  environment_id text collate "C" not null,
  workflow_id text collate "C" not null,
  step_id text collate "C" not null,
  subscriber_id text collate "C" not null,
  digest_key text not null,
  last_event_at timestamptz not null,
  previous_event_at timestamptz
);
create unique index digest_marks_by_key on digest_marks
  (environment_id, workflow_id, step_id, subscriber_id, md5(digest_key));

-- How often a throttle has been entered in its current window. The row's lock makes the count exact.
create table throttle_windows (
  environment_id text collate "C" not null,
  workflow_id text collate "C" not null,
  step_id text collate "C" not null,
  subscriber_id text collate "C" not null,
  throttle_key text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  execution_count integer not null
);
create unique index throttle_windows_by_key on throttle_windows
  (environment_id, workflow_id, step_id, subscriber_id, md5(throttle_key));

-- Where notifications belong (a tenant, a project): known by the triggers that named them.
create table contexts (
  environment_id text collate "C" not null references environments,
  type text collate "C" not null,
  id text collate "C" not null,
  data json not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (environment_id, type, id)
);
