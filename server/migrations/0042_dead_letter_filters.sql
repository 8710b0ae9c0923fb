-- A page of dead letters with one filter was found by reading all of them: 19 ms for a reason, 257 ms for a workflow, of 100,000.
-- Each index has the letters of one filter in the order of the list. Writes wait while they are built: about 0.5 s for 100,000.
set local statement_timeout = 0;
create index dead_letters_by_reason on dead_letters (environment_id, reason, id)
  where replayed_at is null and discarded_at is null;
create index dead_letters_by_channel on dead_letters (environment_id, channel, id)
  where replayed_at is null and discarded_at is null;
create index dead_letters_by_integration on dead_letters (environment_id, integration_id, id)
  where replayed_at is null and discarded_at is null;
create index dead_letters_by_workflow on dead_letters (environment_id, workflow_id, id)
  where replayed_at is null and discarded_at is null;
