-- What became of notifications and steps, by hour of the environment's time. Each batch of work appends its counts in its own
-- transaction, without an index and without waiting for another batch; workers then add them up into the other two
-- tables: by hour for a month, by day (UTC) for longer.
create table statistics_appends (
  environment_id text collate "C" not null,
  hour timestamptz not null,
  workflow_id text collate "C" not null,
  -- The type of the step; 'notification' for the start of a notification.
  kind text collate "C" not null,
  -- Empty where there is none.
  integration_id text collate "C" not null,
  outcome text collate "C" not null,
  -- The code of the execution detail that decided; empty where there is none.
  reason text collate "C" not null,
  amount integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create table statistics_hours (
  environment_id text collate "C" not null,
  hour timestamptz not null,
  workflow_id text collate "C" not null,
  kind text collate "C" not null,
  integration_id text collate "C" not null,
  outcome text collate "C" not null,
  reason text collate "C" not null,
  amount bigint not null,
  primary key (environment_id, hour, workflow_id, kind, integration_id, outcome, reason)
);

create table statistics_days (
  environment_id text collate "C" not null,
  day timestamptz not null,
  workflow_id text collate "C" not null,
  kind text collate "C" not null,
  integration_id text collate "C" not null,
  outcome text collate "C" not null,
  reason text collate "C" not null,
  amount bigint not null,
  primary key (environment_id, day, workflow_id, kind, integration_id, outcome, reason)
);
