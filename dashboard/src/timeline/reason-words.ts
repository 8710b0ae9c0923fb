import type { ReasonCode } from "@tidings/contract";

/** Each reason in a few words, where the facts of one notification are not at hand; for lists and counts. */
export const REASON_WORDS: Readonly<Record<ReasonCode, string>> = {
  throttle_off: "Throttle without a window",
  throttle_exceeded: "Throttle: enough have passed",
  throttle_past: "Throttle window in the past",
  digest_merged: "Collected into another notification",
  message_deferred: "Put off by the recipient’s server",
  message_bounced: "Came back undelivered",
  message_dropped: "Dropped by the provider",
  message_complained: "Reported as unwanted",
  message_unsubscribed: "Unsubscribed at the provider",
  address_suppressed: "Address suppressed",
  recipients_left_out: "Suppressed recipients left out",
  recipients_refused: "Some recipients refused",
  recipients_waiting: "Some recipients tried again",
  recipients_missed: "Some recipients given up",
  mail_unprepared: "Mail could not be prepared",
  condition_not_met: "Condition not met",
  condition_failed: "Condition could not be evaluated",
  filtered_by_workflow: "Channel not used by the workflow",
  filtered_by_user: "Channel not used by the workflow",
  filtered_by_global: "Channel switched off for everything",
  filtered_by_subscriber: "Channel switched off for this workflow",
  outside_schedule: "Outside of the subscriber’s hours",
  extended_to_schedule: "Waits for the subscriber’s hours",
  no_active_integration: "No integration connected",
  no_matching_integration: "No integration fits",
  integration_condition_failed: "Integration conditions failed",
  no_email: "No e-mail address",
  no_phone: "No phone number",
  no_channel: "No address for the channel",
  no_device_tokens: "No device",
  device_tokens_removed: "Invalid devices removed",
  no_webhook_url: "No webhook address for chat",
  content_failed: "Text could not be made",
  already_reached: "Already reached",
  repeat_ended: "Has reacted",
  attempt_failed: "Attempt failed, tried again",
  failed_over: "Sent through another integration",
  breaker_open: "Provider keeps failing",
  integration_off: "Integration switched off",
  message_expired: "Lifetime over",
  provider_failed: "Given up after the provider’s answer",
  credentials_failed: "Account refused",
  credentials_unreadable: "Credentials could not be opened",
  invalid_delay: "Delay cannot be read",
  invalid_digest: "Digest cannot be read",
  defer_limit: "Would wait too long",
  subscriber_gone: "Subscriber deleted",
  unknown_step_type: "Unknown step type",
  step_canceled: "Canceled",
  step_crashed: "Step crashed",
  internal_error: "Error of the service",
};

/** Sums of other reasons, and those without an execution detail. */
const OTHERS: Readonly<Record<string, string>> = {
  all_chats_failed: "No chat could be reached",
  some_chats_failed: "Some chats not reached",
  filtered_by_subscription: "Left out by topic subscriptions",
  unexplained: "No reason recorded",
};

/** A code of a newer version stands as it is. */
export const reasonWords = (code: string): string =>
  (REASON_WORDS as Readonly<Record<string, string>>)[code] ?? OTHERS[code] ?? code;
