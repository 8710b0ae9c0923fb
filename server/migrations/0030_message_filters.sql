-- Messages listed by status and by integration. A message is in messages_failed or messages_unsent only as long as it is failed,
-- or not sent after a first attempt; sent messages are read in the order of the primary key. Building these reads the table
-- once for each index, while writes to it wait: about 1 s for a million messages.
set local statement_timeout = 0;

create index messages_failed on messages (environment_id, id) where status = 'error';
create index messages_unsent on messages (environment_id, id)
  where status is null and (attempts > 0 or next_attempt_at is not null);
create index messages_by_integration on messages (environment_id, integration_id, id) where channel <> 'in_app';
