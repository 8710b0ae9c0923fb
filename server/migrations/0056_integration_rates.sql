-- Rates of integrations: what an operator set ({"perSecond": …, "concurrency": …, "perDay": …}), and until when a vendor asked to
-- wait (`paused_for`: throttled, quota). Both are read with the integration, as its circuit breaker is.
alter table integrations
  add column rates json,
  add column paused_until timestamptz,
  add column paused_for text;

-- What the processes have used of the rates, one small row for each integration that has rates; integrations without rates have none.
-- It is updated several times a second while messages go out, so its pages keep room for new versions of a row.
create table integration_rates (
  environment_id text collate "C" not null,
  integration_id text collate "C" not null,
  -- No message may begin before this moment: the places before it are taken.
  next_at timestamptz not null default '-infinity',
  -- Calls of this day, in UTC by the environment's clock.
  day date not null default '-infinity',
  used integer not null default 0,
  -- Calls that workers may make at the same time, and until when they may (seconds since 1970): {"17": {"held": 2, "until": 1767225600}}.
  places jsonb not null default '{}',
  -- Why messages had to wait when a worker looked last, and when the last of them should have its turn.
  waits_for text,
  waits_until timestamptz,
  primary key (environment_id, integration_id)
) with (fillfactor = 50);

-- The waiting messages of an integration, in the order in which they come again: a queue is counted up to a bound, and without an order
-- PostgreSQL may read the whole table for that. It takes the place of the index of 0023. Writes to messages wait until it is built.
set local statement_timeout = 0;
create index messages_waiting_by_time on messages (environment_id, integration_id, next_attempt_at)
  where next_attempt_at is not null;
-- Not additive: the version before reads the waiting messages of an integration by the new index as well.
drop index messages_waiting;
