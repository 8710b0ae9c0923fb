-- How many rows a list has, so that a total is summed and not counted. Triggers append the difference of each statement that
-- changes messages or dead letters in the statement's own transaction, without an index and without waiting for another
-- transaction. Workers then add the differences up into message_counts, message_spans and dead_letter_counts.
-- Filling the counters reads all messages, with their notifications, and all dead letters once, while writes to both
-- wait: about a minute for ten million messages.
set local statement_timeout = 0;

create table count_appends (
  environment_id text collate "C" not null,
  list text collate "C" not null,
  -- Of messages, the first 9 characters of the id: all ids of the same 4 seconds. Otherwise empty.
  span text collate "C" not null,
  channel text collate "C" not null,
  status text collate "C" not null,
  -- Empty where there is none.
  integration_id text collate "C" not null,
  workflow_id text collate "C" not null,
  -- Of dead letters; otherwise empty.
  reason text collate "C" not null,
  amount integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create table message_counts (
  environment_id text collate "C" not null,
  channel text collate "C" not null,
  status text collate "C" not null,
  integration_id text collate "C" not null,
  workflow_id text collate "C" not null,
  amount bigint not null,
  primary key (environment_id, channel, status, integration_id, workflow_id)
);
create index message_counts_of_none on message_counts (environment_id) where amount = 0;

-- Listed messages by the first characters of their id: 5 (3 days), 7 (17 minutes) and 9 (4 seconds). A page deep in the list
-- is found by its span.
create table message_spans (
  environment_id text collate "C" not null,
  level smallint not null,
  span text collate "C" not null,
  channel text collate "C" not null,
  status text collate "C" not null,
  amount bigint not null,
  primary key (environment_id, level, span, channel, status)
);
create index message_spans_of_none on message_spans (environment_id) where amount = 0;

create table dead_letter_counts (
  environment_id text collate "C" not null,
  channel text collate "C" not null,
  -- 'waiting', 'replayed', 'discarded' or 'both'.
  status text collate "C" not null,
  integration_id text collate "C" not null,
  workflow_id text collate "C" not null,
  reason text collate "C" not null,
  amount bigint not null,
  primary key (environment_id, channel, status, integration_id, workflow_id, reason)
);
create index dead_letter_counts_of_none on dead_letter_counts (environment_id) where amount = 0;

-- The status with which a message is listed; null if it is not listed.
create function listed_status(status text, attempts smallint, next_attempt_at timestamptz, erased_at timestamptz) returns text
language sql immutable as $$
  select case
    when erased_at is not null then null
    when status is not null then status
    when attempts > 0 or next_attempt_at is not null then 'warning'
  end
$$;

create function dead_letter_status(replayed_at timestamptz, discarded_at timestamptz) returns text
language sql immutable as $$
  select case
    when replayed_at is null and discarded_at is null then 'waiting'
    when discarded_at is null then 'replayed'
    when replayed_at is null then 'discarded'
    else 'both'
  end
$$;

-- The workflow is a sub-select, so that it is looked up by its key. Sequential scans are off because a connection plans these statements once,
-- maybe while the notifications are few.
create function count_messages() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' then
    insert into count_appends
    select m.environment_id, 'messages', left(m.id, 9), m.channel, m.listed, coalesce(m.integration_id, ''),
      coalesce((select n.workflow_id from notifications n
        where n.environment_id = m.environment_id and n.id = m.notification_id), ''), '', count(*)
    from (
      select i.*, listed_status(i.status, i.attempts, i.next_attempt_at, i.erased_at) as listed from inserted i
    ) m
    where m.listed is not null
    group by 1, 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'DELETE' then
    insert into count_appends
    select m.environment_id, 'messages', left(m.id, 9), m.channel, m.listed, coalesce(m.integration_id, ''),
      coalesce((select n.workflow_id from notifications n
        where n.environment_id = m.environment_id and n.id = m.notification_id), ''), '', -count(*)
    from (
      select d.*, listed_status(d.status, d.attempts, d.next_attempt_at, d.erased_at) as listed from deleted d
    ) m
    where m.listed is not null
    group by 1, 2, 3, 4, 5, 6, 7;
  else
    insert into count_appends
    select m.environment_id, 'messages', left(m.id, 9), m.channel, m.listed, m.integration_id,
      coalesce((select n.workflow_id from notifications n
        where n.environment_id = m.environment_id and n.id = m.notification_id), ''), '', sum(m.amount)
    from (
      select b.environment_id, b.id, b.notification_id, b.channel, b.listed, b.integration_id, sum(b.amount) as amount
      from (
        select environment_id, id, notification_id, channel, coalesce(integration_id, '') as integration_id,
          listed_status(status, attempts, next_attempt_at, erased_at) as listed, 1 as amount
        from inserted
        union all
        select environment_id, id, notification_id, channel, coalesce(integration_id, ''),
          listed_status(status, attempts, next_attempt_at, erased_at), -1
        from deleted
      ) b
      where b.listed is not null
      group by 1, 2, 3, 4, 5, 6 having sum(b.amount) <> 0
    ) m
    group by 1, 2, 3, 4, 5, 6, 7 having sum(m.amount) <> 0;
  end if;
  return null;
end $$;

create function count_dead_letters() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into count_appends
    select environment_id, 'dead_letters', '', channel, dead_letter_status(replayed_at, discarded_at),
      coalesce(integration_id, ''), workflow_id, reason, count(*)
    from inserted group by 1, 2, 3, 4, 5, 6, 7, 8;
  elsif tg_op = 'DELETE' then
    insert into count_appends
    select environment_id, 'dead_letters', '', channel, dead_letter_status(replayed_at, discarded_at),
      coalesce(integration_id, ''), workflow_id, reason, -count(*)
    from deleted group by 1, 2, 3, 4, 5, 6, 7, 8;
  else
    insert into count_appends
    select environment_id, 'dead_letters', '', channel, status, integration_id, workflow_id, reason, sum(amount)
    from (
      select environment_id, channel, dead_letter_status(replayed_at, discarded_at) as status,
        coalesce(integration_id, '') as integration_id, workflow_id, reason, 1 as amount
      from inserted
      union all
      select environment_id, channel, dead_letter_status(replayed_at, discarded_at),
        coalesce(integration_id, ''), workflow_id, reason, -1
      from deleted
    ) b
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(amount) <> 0;
  end if;
  return null;
end $$;

-- A trigger with transition tables has one event.
create trigger count_inserted after insert on messages
  referencing new table as inserted for each statement execute function count_messages();
create trigger count_updated after update on messages
  referencing old table as deleted new table as inserted for each statement execute function count_messages();
create trigger count_deleted after delete on messages
  referencing old table as deleted for each statement execute function count_messages();
create trigger count_inserted after insert on dead_letters
  referencing new table as inserted for each statement execute function count_dead_letters();
create trigger count_updated after update on dead_letters
  referencing old table as deleted new table as inserted for each statement execute function count_dead_letters();
create trigger count_deleted after delete on dead_letters
  referencing old table as deleted for each statement execute function count_dead_letters();

insert into message_counts
select m.environment_id, m.channel, m.listed, m.integration_id, coalesce(n.workflow_id, ''), count(*)
from (
  select environment_id, notification_id, channel, coalesce(integration_id, '') as integration_id,
    listed_status(status, attempts, next_attempt_at, erased_at) as listed
  from messages
) m
left join notifications n on n.environment_id = m.environment_id and n.id = m.notification_id
where m.listed is not null
group by 1, 2, 3, 4, 5;

insert into message_spans
select m.environment_id, 9, m.span, m.channel, m.listed, count(*)
from (
  select environment_id, left(id, 9) as span, channel,
    listed_status(status, attempts, next_attempt_at, erased_at) as listed
  from messages
) m
where m.listed is not null
group by 1, 2, 3, 4, 5;
insert into message_spans
select s.environment_id, l.level, left(s.span, l.level), s.channel, s.status, sum(s.amount)
from message_spans s cross join unnest(array[5, 7]::smallint[]) as l(level)
group by 1, 2, 3, 4, 5;

insert into dead_letter_counts
select environment_id, channel, dead_letter_status(replayed_at, discarded_at), coalesce(integration_id, ''), workflow_id,
  reason, count(*)
from dead_letters group by 1, 2, 3, 4, 5, 6;

-- Dead letters of one trigger are few and counted as rows.
create index dead_letters_by_transaction on dead_letters (environment_id, transaction_id);
