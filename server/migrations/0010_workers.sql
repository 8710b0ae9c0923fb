-- Who works, and when each was last seen: a job that comes back without an outcome has had a death only when the worker
-- that had it is dead. (An answer of the database that is lost on its way, or an outcome that could not be stored, is none.)

create table workers (
  id integer primary key,
  seen_at timestamptz not null default now()
);

-- The worker that took it last; null after a failure that would come again with every worker.
alter table jobs add column claimed_by integer;
