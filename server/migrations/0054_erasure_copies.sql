-- A trigger with further recipients whose payload or overrides held an address of a deleted subscriber, and whose copies in the records
-- of those recipients (the events of a digest, results of steps, answers of providers) the erasure still has to redact. The walk over
-- the trigger's notifications continues after `last_subscriber_id`, so a broadcast to a million takes many short transactions. The row
-- is deleted at the end of the walk.
create table erasure_copies (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  erasure_id text collate "C" not null,
  trigger_id text collate "C" not null,
  addresses_sealed text not null,
  last_subscriber_id text collate "C" not null default '',
  primary key (environment_id, id)
);
create index erasure_copies_by_erasure on erasure_copies (environment_id, erasure_id, id);
