-- Contexts are listed in the order in which they were made or last changed; a cursor names one by its key. A change of a
-- context's data writes to the index of changes, too: triggers name contexts often, and change their data seldom.

create index contexts_by_key on contexts (environment_id, (type || ':' || id));
create index contexts_by_birth on contexts (environment_id, created_at, (type || ':' || id));
create index contexts_by_update on contexts (environment_id, updated_at, (type || ':' || id));

-- Null: as it was made. Without a default, so that no row is written anew.
alter table topic_members add column updated_at timestamptz;
