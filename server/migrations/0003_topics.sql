-- Topics and who is a member of them. Not written by the engine, so that foreign keys are affordable here: they let a
-- membership vanish with its topic or its subscriber, also where both are written at the same moment.

create table topics (
  environment_id text collate "C" not null references environments,
  id text collate "C" not null,
  key text collate "C" not null,
  name text,
  data json,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (environment_id, id),
  unique (environment_id, key)
);
create index topics_by_update on topics (environment_id, updated_at, id);
create index topics_by_words on topics using gin (key gin_trgm_ops, name gin_trgm_ops);

-- identifier and name are what the caller calls this membership; most have none. The primary key is how a topic is
-- expanded into its members, and holds created_at so that this reads nothing but the index.
create table topic_members (
  environment_id text collate "C" not null,
  topic_id text collate "C" not null,
  subscriber_id text collate "C" not null,
  id text collate "C" not null,
  identifier text collate "C",
  name text,
  created_at timestamptz not null default now(),
  primary key (environment_id, topic_id, subscriber_id) include (created_at),
  foreign key (environment_id, topic_id) references topics on delete cascade,
  foreign key (environment_id, subscriber_id) references subscribers on delete cascade
);
create index topic_members_by_birth on topic_members (environment_id, topic_id, id);
create index topic_members_by_subscriber on topic_members (environment_id, subscriber_id, id);
create index topic_members_by_identifier on topic_members (environment_id, topic_id, identifier)
  where identifier is not null;
