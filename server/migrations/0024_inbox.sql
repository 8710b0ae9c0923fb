-- What an inbox filters by, stored with each in-app message; null means none.
alter table messages
  add column archived_at timestamptz,
  add column first_seen_at timestamptz,
  add column severity text,
  add column tags text[],
  add column context_keys text[] collate "C";

-- Messages of contexts that exist already: an inbox shows only messages with exactly its own contexts.
update messages m set context_keys = t.context_keys
from triggers t join notifications n on n.environment_id = t.environment_id and n.trigger_id = t.id
where t.context_keys <> '{}' and m.environment_id = n.environment_id and m.notification_id = n.id
  and m.channel = 'in_app';

-- Unread messages, which inboxes count; a read one leaves the index.
create index messages_unread on messages (environment_id, subscriber_id, id)
  where channel = 'in_app' and read_at is null;
-- Snoozed messages, by the end of the snooze.
create index messages_snoozed on messages (environment_id, snoozed_until) where snoozed_until is not null;
