-- Which workflows reach a member through its membership: {workflow id: {enabled, condition}}; null means all.
alter table topic_members add column preferences jsonb;

-- Tells the fan-out that no member of a topic has preferences, without reading its members.
create index topic_members_with_preferences on topic_members (environment_id, topic_id, subscriber_id)
  where preferences is not null;

-- Members of its topics that a trigger does not reach because of such preferences; null means none.
alter table triggers add column left_out integer;
