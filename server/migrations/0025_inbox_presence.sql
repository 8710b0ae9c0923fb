-- The processes that hold connections of inboxes, and whose. A process that has not reported for a while is dead.
create table inbox_processes (
  id integer primary key,
  seen_at timestamptz not null default now()
);

create table inbox_presence (
  environment_id text collate "C" not null,
  subscriber_id text collate "C" not null,
  process_id integer not null,
  primary key (environment_id, subscriber_id, process_id)
);
create index inbox_presence_by_process on inbox_presence (process_id);
