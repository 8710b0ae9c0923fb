-- Notifications are listed by what became of them and why. Each list is read in the order of the notifications, newest
-- first, and most jobs, messages and details are in none of these indexes: those of steps that ran as planned.

create index jobs_waiting on jobs (environment_id, notification_id) where due_at is not null;
create index jobs_failed on jobs (environment_id, notification_id) where status = 'failed';
create index jobs_not_run on jobs (environment_id, notification_id) where status in ('canceled', 'skipped', 'merged');
create index messages_tried_again on messages (environment_id, notification_id) where next_attempt_at is not null;

-- The codes are those of the contract (detail-codes.ts): failures of the class `ours`, and all that are reasons.
create index details_of_our_failures on execution_details (environment_id, notification_id)
  where code in (
    'throttle_past', 'condition_failed', 'no_active_integration', 'no_matching_integration', 'content_failed',
    'message_expired', 'provider_failed', 'credentials_failed', 'credentials_unreadable', 'invalid_delay',
    'invalid_digest', 'defer_limit', 'unknown_step_type', 'step_crashed', 'internal_error');
create index details_of_reasons on execution_details (environment_id, code, notification_id)
  where code in (
    'throttle_off', 'throttle_exceeded', 'throttle_past', 'digest_merged', 'message_deferred', 'message_bounced',
    'message_dropped', 'message_complained', 'message_unsubscribed', 'address_suppressed', 'recipients_left_out',
    'condition_not_met', 'condition_failed', 'filtered_by_workflow', 'filtered_by_user', 'filtered_by_global',
    'filtered_by_subscriber', 'outside_schedule', 'extended_to_schedule', 'no_active_integration',
    'no_matching_integration', 'integration_condition_failed', 'no_email', 'no_phone', 'no_channel', 'no_device_tokens',
    'device_tokens_removed', 'no_webhook_url', 'content_failed', 'already_reached', 'repeat_ended', 'attempt_failed',
    'failed_over', 'breaker_open', 'integration_off', 'message_expired', 'provider_failed', 'credentials_failed',
    'credentials_unreadable', 'invalid_delay', 'invalid_digest', 'defer_limit', 'subscriber_gone', 'unknown_step_type',
    'step_canceled', 'step_crashed', 'internal_error');
