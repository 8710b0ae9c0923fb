-- Sums of notifications by state, workflow and span of ids, so that a page by number needs no walk over the events before it.
-- Only states other than `delivered` are counted, and all notifications: the delivered ones are the difference. So a statement
-- that stores delivered notifications appends one row for each workflow and span, and looks nothing up.
-- Fills the sums: reads all notifications and jobs once, while writes to both wait. It took 3 to 4 s for a million.
set local statement_timeout = 0;
lock table notifications, jobs in share row exclusive mode;

-- The state of a notification is that of its job with the highest rank; without jobs, it is delivered.
create function rank_of_job(status text, type text) returns integer language sql immutable parallel safe as $$
  select case
    when status in ('pending', 'queued', 'delayed', 'running') then 5
    when status = 'completed' then case when type in ('in_app', 'email', 'sms', 'chat', 'push') then 4 else 0 end
    when status = 'failed' then 3
    when status = 'merged' then 2
    else 1
  end
$$;
create function state_of_rank(rank integer) returns text language sql immutable parallel safe as $$
  select (array['delivered', 'skipped', 'merged', 'failed', 'delivered', 'waiting'])[1 + coalesce(rank, 0)]
$$;

-- Differences, without an index. A table of its own: workers of an earlier version delete all rows of count_appends.
create table notification_appends (
  environment_id text collate "C" not null,
  -- The first 9 characters of the id: all ids of the same 4 seconds.
  span text collate "C" not null,
  workflow_id text collate "C" not null,
  -- Empty for all notifications. Never `delivered`.
  state text collate "C" not null,
  amount integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Scopes and levels are those of message_spans: '' (all) has 5, 7 and 9 characters; 'w' and a workflow's id 5, 7 and 8.
create table notification_spans (
  environment_id text collate "C" not null,
  scope text collate "C" not null,
  level smallint not null,
  span text collate "C" not null,
  state text collate "C" not null,
  amount bigint not null,
  primary key (environment_id, scope, level, span, state)
);
create index notification_spans_of_none on notification_spans (environment_id) where amount = 0;

create function count_notifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into notification_appends
    select environment_id, left(id, 9), workflow_id, '', count(*) from inserted group by 1, 2, 3;
  else
    insert into notification_appends
    select environment_id, left(id, 9), workflow_id, '', -count(*) from deleted group by 1, 2, 3;
  end if;
  return null;
end $$;

-- A job that a statement changed, with its rank before and after; null if it did not exist.
create type changed_job as (
  environment_id text collate "C", notification_id text collate "C", "position" smallint, before integer, after integer);

-- Two transactions may change two jobs of one notification. The second one waits here for the first one's end, and then reads
-- its jobs. A notification with one job needs no lock, because its job's row is locked, and no other jobs are read if all have one.
-- Sequential scans are off because a connection plans these statements once, maybe while the jobs are few.
create function append_states(changes changed_job[]) returns void language plpgsql set enable_seqscan = off as $$
declare
  has_others boolean;
begin
  perform from notifications n where (n.environment_id, n.id) in (
    select c.environment_id, c.notification_id from unnest(changes) c where exists (
      select from jobs j
      where j.environment_id = c.environment_id and j.notification_id = c.notification_id and j.position <> c.position))
  order by n.environment_id, n.id for no key update;
  has_others := found;
  insert into notification_appends
  select c.environment_id, left(c.notification_id, 9), coalesce((select n.workflow_id from notifications n
    where n.environment_id = c.environment_id and n.id = c.notification_id), ''), s.state, sum(s.sign)
  from (
    select environment_id, notification_id, array_agg(position) as positions, max(before) as before, max(after) as after
    from unnest(changes) group by 1, 2
  ) c
  cross join lateral (
    select max(rank_of_job(j.status, j.type)) as rank from jobs j
    where has_others and j.environment_id = c.environment_id and j.notification_id = c.notification_id
      and j.position <> all(c.positions)
  ) others
  cross join lateral (values
    (state_of_rank(greatest(c.before, others.rank)), -1), (state_of_rank(greatest(c.after, others.rank)), 1)) s(state, sign)
  where s.state <> 'delivered'
  group by 1, 2, 3, 4 having sum(s.sign) <> 0;
end $$;

-- A statement that inserts the first job of a notification inserts all of them, or the next statements insert the rest: there are
-- no others to read. If it has one and that completed, which is usual, nothing is counted. The first job is deleted with all others.
-- No statement both updates and inserts or deletes jobs.
create function count_jobs() returns trigger language plpgsql as $$
declare
  changes changed_job[];
begin
  if tg_op = 'INSERT' then
    if not exists (select from inserted where status <> 'completed' or position > 0) then return null; end if;
    insert into notification_appends
    select f.environment_id, left(f.notification_id, 9), coalesce((select n.workflow_id from notifications n
      where n.environment_id = f.environment_id and n.id = f.notification_id), ''), f.state, count(*)
    from (
      select environment_id, notification_id, state_of_rank(max(rank_of_job(status, type))) as state
      from inserted group by 1, 2 having min(position) = 0
    ) f
    where f.state <> 'delivered'
    group by 1, 2, 3, 4;
    select array_agg((i.environment_id, i.notification_id, i.position, null, rank_of_job(i.status, i.type))::changed_job)
    into changes from inserted i where i.position > 0 and (i.environment_id, i.notification_id) not in (
      select environment_id, notification_id from inserted where position = 0);
  elsif tg_op = 'DELETE' then
    if not exists (select from deleted where status <> 'completed' or position > 0) then return null; end if;
    select array_agg((environment_id, notification_id, position, rank_of_job(status, type), null)::changed_job)
    into changes from deleted;
  else
    select array_agg((i.environment_id, i.notification_id, i.position, rank_of_job(d.status, d.type),
      rank_of_job(i.status, i.type))::changed_job)
    into changes
    from inserted i
    join deleted d on d.environment_id = i.environment_id and d.notification_id = i.notification_id
      and d.position = i.position
    where rank_of_job(d.status, d.type) <> rank_of_job(i.status, i.type);
  end if;
  if changes is not null then perform append_states(changes); end if;
  return null;
end $$;

create trigger count_inserted after insert on notifications
  referencing new table as inserted for each statement execute function count_notifications();
create trigger count_deleted after delete on notifications
  referencing old table as deleted for each statement execute function count_notifications();
create trigger count_inserted after insert on jobs
  referencing new table as inserted for each statement execute function count_jobs();
create trigger count_updated after update on jobs
  referencing old table as deleted new table as inserted for each statement execute function count_jobs();
create trigger count_deleted after delete on jobs
  referencing old table as deleted for each statement execute function count_jobs();

insert into notification_spans
select c.environment_id, s.scope, s.level, left(c.span, s.level), c.state, sum(c.amount)
from (
  select n.environment_id, left(n.id, 9) as span, n.workflow_id, '' as state, count(*) as amount
  from notifications n group by 1, 2, 3
  union all
  select n.environment_id, left(n.id, 9), n.workflow_id, f.state, count(*)
  from (
    select environment_id, notification_id, state_of_rank(max(rank_of_job(status, type))) as state
    from jobs group by 1, 2
  ) f join notifications n on n.environment_id = f.environment_id and n.id = f.notification_id
  where f.state <> 'delivered'
  group by 1, 2, 3, 4
) c cross join lateral (
  select '' as scope, unnest(array[5, 7, 9]) as level
  union all
  select 'w' || c.workflow_id, unnest(array[5, 7, 8])
) s
group by 1, 2, 3, 4, 5;
