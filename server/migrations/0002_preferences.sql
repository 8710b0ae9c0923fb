-- What a subscriber chose: of one workflow, or (workflow_id '') of all, then with the hours to be left alone.
-- The foreign key is here because such rows are written by people, not by the engine: choosing and deleting the
-- subscriber at the same moment leaves nothing behind. channels is jsonb: it is merged and cut in place.

create table subscriber_preferences (
  environment_id text collate "C" not null,
  subscriber_id text collate "C" not null,
  workflow_id text collate "C" not null,
  channels jsonb not null,
  schedule json,
  updated_at timestamptz not null default now(),
  primary key (environment_id, subscriber_id, workflow_id),
  foreign key (environment_id, subscriber_id) references subscribers (environment_id, id) on delete cascade
);
