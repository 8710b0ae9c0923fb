-- Dead letters that were discarded: they are not listed, counted or replayed any more. Building the indexes reads the table
-- twice, while writes to it wait: below 2 s for a million dead letters.
set local statement_timeout = 0;

alter table dead_letters
  add column discarded_at timestamptz,
  add column discarded_by text;

drop index dead_letters_waiting;
create index dead_letters_waiting on dead_letters (environment_id, id) where replayed_at is null and discarded_at is null;
create index dead_letters_discarded on dead_letters (environment_id, id) where discarded_at is not null;
