-- The recipients of a message to which nothing more is sent, where its provider answered for each of them: they have the message, or
-- were refused for good. Hashes of their addresses (`recipientMark`), because device tokens are secrets. Null: none yet. A message that
-- is `sent` and has a next attempt waits for the others, such as copies that a mail server put off.
alter table messages add column recipients_settled text[];

-- Notifications are listed by reasons; the refusals of recipients beside the subscriber's own are among them. The index is that of 0046
-- with these codes. Only details that are reasons are in it; writes to details wait until it is built.
set local statement_timeout = 0;
drop index details_of_reasons;
create index details_of_reasons on execution_details (environment_id, code, notification_id)
  where code in (
    'throttle_off', 'throttle_exceeded', 'throttle_past', 'digest_merged', 'message_deferred', 'message_bounced',
    'message_dropped', 'message_complained', 'message_unsubscribed', 'address_suppressed', 'recipients_left_out',
    'recipients_refused', 'recipients_waiting', 'recipients_missed', 'mail_unprepared', 'condition_not_met',
    'condition_failed', 'filtered_by_workflow', 'filtered_by_user',
    'filtered_by_global', 'filtered_by_subscriber', 'outside_schedule', 'extended_to_schedule', 'no_active_integration',
    'no_matching_integration', 'integration_condition_failed', 'no_email', 'no_phone', 'no_channel', 'no_device_tokens',
    'device_tokens_removed', 'no_webhook_url', 'content_failed', 'already_reached', 'repeat_ended', 'attempt_failed',
    'failed_over', 'breaker_open', 'integration_off', 'message_expired', 'provider_failed', 'credentials_failed',
    'credentials_unreadable', 'invalid_delay', 'invalid_digest', 'defer_limit', 'subscriber_gone', 'unknown_step_type',
    'step_canceled', 'step_crashed', 'internal_error');
