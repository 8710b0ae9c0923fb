-- Notifications are found by what their trigger named: contexts, topics, another severity. Few triggers name any of
-- them, and only those stand in these indexes.

create index triggers_by_context on triggers using gin (context_keys) where context_keys <> '{}';
create index triggers_with_topics on triggers (environment_id) where topics::text <> '[]';
create index triggers_with_severity on triggers (environment_id, (overrides ->> 'severity'))
  where overrides ->> 'severity' is not null;
