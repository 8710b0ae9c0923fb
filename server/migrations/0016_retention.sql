-- Subscribers that were deleted and whose data workers still have to erase (delivery/erasure/). A row exists until that is
-- done; a subscriber that is created again under the same subscriber_id has another id and is not touched.
create table erasures (
  environment_id text collate "C" not null,
  -- The id of the deleted subscriber, and the id that the caller gave it.
  id text collate "C" not null,
  subscriber_id text collate "C" not null,
  -- A JSON array: e-mail address, telephone number, avatar, chat and push addresses. They are looked for in payloads.
  addresses_sealed text,
  -- By the clock of the database, also where a test clock is held.
  requested_at timestamptz not null,
  -- The newest trigger at the time of the deletion: no later one can mean the deleted subscriber.
  last_trigger_id text collate "C" not null,
  -- The newest trigger when a worker first saw this row. Workers may hold the subscriber in memory for triggers up to it.
  horizon_id text collate "C",
  -- How far the erasure is: which kind of rows, and the last id of that kind that is done.
  stage text not null default 'notifications',
  last_id text collate "C" not null default '',
  due_at timestamptz not null default now(),
  primary key (environment_id, id)
);
create index erasures_due on erasures (due_at);
create index erasures_by_subscriber on erasures (environment_id, subscriber_id);

-- Set when the personal data of a message was erased; it is no longer listed.
alter table messages add column erased_at timestamptz;

-- Whom a kept answer names, by the caller's ids; null where it names nobody. answer_sealed is '' once it was erased.
alter table kept_answers add column subscriber_ids text[];
create index kept_answers_by_subscriber on kept_answers using gin (subscriber_ids) where subscriber_ids is not null;

-- What names a subscriber without a notification of theirs: few rows have any of these.
create index triggers_by_actor on triggers (environment_id, actor) where actor is not null;
create index triggers_unexpanded on triggers (environment_id, id) where canceled_at is not null or failure is not null;
create index digest_marks_by_subscriber on digest_marks (environment_id, subscriber_id);
create index throttle_windows_by_subscriber on throttle_windows (environment_id, subscriber_id);
create index dead_letters_by_subscriber on dead_letters (environment_id, subscriber_id);

-- For how many days what is kept: {"notifications": 90, "deadLetters": 30, "in_app": 7}. What is left out is as the
-- settings say.
alter table environments add column retention json;
