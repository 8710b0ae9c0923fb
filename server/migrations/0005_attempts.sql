-- A message is tried more than once, through one integration or two, and what nobody took is kept as a dead letter.

alter table messages
  add column attempts smallint not null default 0,
  -- How often it was sent again by hand; each time under a key of its own.
  add column resends smallint not null default 0,
  -- The integration that could not carry it, before integration_id.
  add column failed_over_from text collate "C",
  add column next_attempt_at timestamptz,
  -- The end of its lifetime: nothing is sent after it.
  add column expires_at timestamptz;

alter table integrations
  add column delivery json,
  -- The circuit breaker, shared by all processes and written only when it changes: not called before this moment, and
  -- how often in a row it has tripped.
  add column breaker_open_until timestamptz,
  add column breaker_trips smallint not null default 0;

-- A message that was given up. It stays here until somebody has it sent again.
create table dead_letters (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  message_id text collate "C" not null,
  notification_id text collate "C" not null,
  job_id text collate "C" not null,
  transaction_id text collate "C" not null,
  workflow_id text collate "C" not null,
  step_id text collate "C" not null,
  subscriber_id text collate "C" not null,
  channel text not null,
  provider_id text,
  integration_id text collate "C",
  reason text not null,
  error_text text,
  attempts smallint not null,
  died_at timestamptz not null,
  replay_id text collate "C",
  replayed_at timestamptz,
  primary key (environment_id, id)
);
create index dead_letters_waiting on dead_letters (environment_id, id) where replayed_at is null;
