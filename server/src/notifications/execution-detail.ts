import type { DetailSource, DetailStatus } from "@tidings/contract";

/**
 * Every decision is recorded as a detail: a stable code for programs and, derived from it, the status, the source and a
 * sentence for people. One table, so that a code always has the same meaning.
 */
export const DETAILS = {
  step_queued: ["Pending", "Internal", "Step queued"],
  step_delayed: ["Pending", "Internal", "Step delayed"],
  step_digested: ["Pending", "Internal", "Step digested"],
  step_completed: ["Success", "Internal", "Step completed"],
  delay_finished: ["Success", "Internal", "Delay is finished"],
  digest_finished: ["Success", "Internal", "Digest triggered events"],
  digest_shortened: ["Warning", "Payload", "Digest holds more events than its templates are given"],
  digest_skipped: ["Success", "Internal", "Digest was skipped, first backoff event"],
  throttle_passed: ["Success", "Internal", "Step completed"],
  throttle_off: ["Warning", "Payload", "Throttle has no window it could read and throttles nothing"],
  throttle_exceeded: ["Success", "Internal", "Throttle limit exceeded for the given window"],
  throttle_past: ["Failed", "Payload", "Throttle window date is in the past"],
  digest_merged: ["Success", "Internal", "Digest was merged with other digest"],
  variant_chosen: ["Pending", "Internal", "Variant was chosen by the provided condition criteria"],
  severity_overridden: ["Pending", "Internal", "Severity for the message was overridden"],
  version_changed: ["Success", "Internal", "Run went over to a newer version of its workflow"],
  provider_selected: ["Pending", "Internal", "<Provider> provider was selected"],
  message_created: ["Pending", "Internal", "Message created"],
  message_sent: ["Success", "Internal", "Message sent"],
  message_delivered: ["Success", "Webhook", "Message delivered"],
  message_deferred: ["Warning", "Webhook", "Message deferred"],
  message_bounced: ["Failed", "Webhook", "Message bounced"],
  message_dropped: ["Failed", "Webhook", "Message dropped"],
  message_complained: ["Warning", "Webhook", "Message complaint"],
  message_unsubscribed: ["Warning", "Webhook", "Message unsubscribed"],
  message_opened: ["ReadConfirmation", "Webhook", "Message seen"],
  message_seen: ["ReadConfirmation", "Internal", "Message seen"],
  message_read: ["ReadConfirmation", "Internal", "Message read"],
  message_clicked: ["ReadConfirmation", "Webhook", "Message clicked"],
  address_suppressed: ["Failed", "Internal", "Address is suppressed, nothing is sent to it"],
  recipients_left_out: ["Warning", "Internal", "Suppressed recipients were left out of the mail"],
  condition_not_met: ["Success", "Internal", "Step was skipped based on steps conditions"],
  condition_failed: ["Failed", "Payload", "Processing step filter failed"],
  filtered_by_workflow: ["Success", "Internal", "Step filtered by workflow preferences"],
  filtered_by_user: ["Success", "Internal", "Step filtered by user preferences"],
  filtered_by_global: ["Success", "Internal", "Step filtered by subscriber global preferences"],
  filtered_by_subscriber: ["Success", "Internal", "Step filtered by subscriber workflow preferences"],
  outside_schedule: [
    "Success",
    "Internal",
    "The step was skipped as it fell outside the subscriber's schedule",
  ],
  extended_to_schedule: [
    "Pending",
    "Internal",
    "Step was extended to the next available time in the subscriber schedule",
  ],
  schedule_extensions_spent: [
    "Success",
    "Internal",
    "Step was executed due to maximum number of subscriber schedule extensions reached",
  ],
  no_active_integration: ["Failed", "Internal", "Subscriber does not have an active integration"],
  no_matching_integration: ["Failed", "Internal", "No active integration has conditions that match"],
  integration_condition_failed: [
    "Warning",
    "Internal",
    "Conditions of an integration could not be evaluated",
  ],
  no_email: ["Failed", "Internal", "Subscriber missing email address"],
  no_phone: ["Failed", "Internal", "Subscriber missing phone number"],
  no_channel: ["Failed", "Internal", "Subscriber does not have a configured channel"],
  no_device_tokens: [
    "Failed",
    "Internal",
    "Subscriber credentials is missing the tokens for sending a push notification message",
  ],
  device_tokens_removed: [
    "Warning",
    "Webhook",
    "Device tokens that the provider calls invalid were removed from the subscriber",
  ],
  no_webhook_url: ["Failed", "Internal", "Webhook URL for the chat channel is missing"],
  some_chats_failed: ["Warning", "Internal", "Some chat channels failed to send the message"],
  all_chats_failed: ["Failed", "Internal", "All chat channels failed to send the message"],
  content_failed: ["Failed", "Payload", "Message content could not be generated"],
  already_reached: [
    "Success",
    "Internal",
    "Step was skipped because an earlier one has reached the subscriber",
  ],
  repeat_ended: ["Success", "Internal", "Step is not sent again because the subscriber has reacted"],
  attempt_failed: ["Warning", "Webhook", "Attempt failed, the message is tried again"],
  failed_over: ["Warning", "Webhook", "Attempt failed, the message goes out through another integration"],
  breaker_open: ["Pending", "Internal", "Provider is not called for a while because it keeps failing"],
  integration_off: ["Pending", "Internal", "Integration is switched off, the message waits for it"],
  message_expired: ["Failed", "Internal", "Message was given up because its lifetime was over"],
  message_replayed: ["Pending", "Internal", "Message is sent again by hand"],
  provider_failed: ["Failed", "Webhook", "Unexpected provider error"],
  credentials_failed: [
    "Failed",
    "Credentials",
    "Integration cannot be used, its credentials or settings are refused",
  ],
  credentials_unreadable: ["Failed", "Credentials", "The credentials of the integration could not be opened"],
  invalid_delay: ["Failed", "Payload", "Invalid delay configuration"],
  invalid_digest: ["Failed", "Payload", "Invalid digest configuration"],
  defer_limit: ["Failed", "Payload", "Defer duration limit exceeded"],
  subscriber_gone: ["Failed", "Internal", "Subscriber was deleted before the step ran"],
  unknown_step_type: ["Failed", "Internal", "This version cannot run the type of the step"],
  step_canceled: ["Success", "Internal", "Step was canceled"],
  step_crashed: ["Failed", "Internal", "Step was given up because workers died or failed at it too often"],
  internal_error: [
    "Failed",
    "Internal",
    "There was one or more errors when trying to execute the notification",
  ],
} as const satisfies Record<string, readonly [DetailStatus, DetailSource, string]>;

export type DetailCode = keyof typeof DETAILS;

export type ExecutionDetail = {
  id: string;
  /** The position of its job in the notification. */
  position: number;
  code: DetailCode;
  providerId: string | null;
  isRetry: boolean;
  /** Particulars as JSON text; never a secret. */
  raw: string | null;
};

export type DetailMeaning = { status: DetailStatus; source: DetailSource; detail: string };

/**
 * The status, source and sentence of a code; `providerName` replaces the sentence's placeholder. For a code that only a
 * newer version knows, the sentence is the code itself.
 */
export function meaningOf(code: DetailCode, providerName = "The"): DetailMeaning {
  if (!Object.hasOwn(DETAILS, code)) return { status: "Pending", source: "Internal", detail: code };
  const [status, source, sentence] = DETAILS[code];
  return { status, source, detail: sentence.replace("<Provider>", providerName) };
}

/** All codes with this status. */
export function codesOf(status: DetailStatus): DetailCode[] {
  return (Object.keys(DETAILS) as DetailCode[]).filter((code) => DETAILS[code][0] === status);
}
