-- The text part of a mail, made once, when the mail is stored; its content is then the HTML as every attempt sends it. Empty: the
-- mail has no text part of its own. Null: a version before this one stored the mail, or it is no mail.
alter table messages add column text_part text;

-- Notifications are listed by reasons, and `mail_unprepared` is one: the index is that of 0029 with this code. Only details that are
-- reasons are in it; writes to details wait until it is built.
set local statement_timeout = 0;
drop index details_of_reasons;
create index details_of_reasons on execution_details (environment_id, code, notification_id)
  where code in (
    'throttle_off', 'throttle_exceeded', 'throttle_past', 'digest_merged', 'message_deferred', 'message_bounced',
    'message_dropped', 'message_complained', 'message_unsubscribed', 'address_suppressed', 'recipients_left_out',
    'mail_unprepared', 'condition_not_met', 'condition_failed', 'filtered_by_workflow', 'filtered_by_user',
    'filtered_by_global', 'filtered_by_subscriber', 'outside_schedule', 'extended_to_schedule', 'no_active_integration',
    'no_matching_integration', 'integration_condition_failed', 'no_email', 'no_phone', 'no_channel', 'no_device_tokens',
    'device_tokens_removed', 'no_webhook_url', 'content_failed', 'already_reached', 'repeat_ended', 'attempt_failed',
    'failed_over', 'breaker_open', 'integration_off', 'message_expired', 'provider_failed', 'credentials_failed',
    'credentials_unreadable', 'invalid_delay', 'invalid_digest', 'defer_limit', 'subscriber_gone', 'unknown_step_type',
    'step_canceled', 'step_crashed', 'internal_error');
