-- Results of provider calls by integration and minute, added up by all processes and kept for a day.
create table integration_minutes (
  environment_id text collate "C" not null,
  integration_id text collate "C" not null,
  minute timestamptz not null,
  accepted integer not null,
  failed integer not null,
  -- Number of calls by latency class (latency-classes.ts).
  latencies integer[] not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  primary key (environment_id, integration_id, minute)
);
create index integration_minutes_by_time on integration_minutes (minute);

-- Messages that wait for their next attempt: counted by integration, and made due when a circuit breaker is closed by hand.
create index messages_waiting on messages (environment_id, integration_id) where next_attempt_at is not null;
