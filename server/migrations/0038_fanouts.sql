-- The queue of triggers that are to be expanded, apart from the triggers: a claim and the end of an expansion wrote the
-- whole row of the trigger anew, with its payload and all its index entries.
create table fanouts (
  environment_id text collate "C" not null,
  trigger_id text collate "C" not null,
  -- When a worker may take it; taking it moves due_at to the end of the lease.
  due_at timestamptz not null,
  -- The bytes of the trigger in memory; null where they are unknown.
  bytes integer,
  lease integer not null default 0,
  unfinished_claims smallint not null default 0,
  claimed_by integer,
  -- Progress among the recipients; null before the first.
  cursor text,
  primary key (environment_id, trigger_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index fanouts_due on fanouts (environment_id, due_at);

insert into fanouts (environment_id, trigger_id, due_at, bytes, lease, unfinished_claims, claimed_by, cursor)
select environment_id, id, due_at, bytes, lease, unfinished_claims, claimed_by, fanout_cursor
from triggers where due_at is not null;

alter table triggers drop column due_at, drop column lease, drop column unfinished_claims, drop column claimed_by,
  drop column fanout_cursor;
