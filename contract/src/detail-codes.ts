import type { DetailSource, DetailStatus } from "./vocabulary.ts";

/**
 * Who can do something about a reason: `ours` needs a repair by the operator (credentials, contents, conditions, settings,
 * crashes, integrations, messages given up), `theirs` is the recipient's (no address, no device, refused), `decided` is as
 * it should be (conditions, preferences, quiet hours, throttles, cancels).
 */
export const REASON_CLASSES = ["ours", "theirs", "decided"] as const;
export type ReasonClass = (typeof REASON_CLASSES)[number];

/**
 * Every decision about a job is recorded as an execution detail. By its code: the status, the source, the class of the
 * reason (null for progress, and for sums of other details), and a sentence for people. One table, so that a code always
 * has the same meaning, in the service and in the dashboard.
 */
export const DETAILS = {
  step_queued: ["Pending", "Internal", null, "Step queued"],
  step_delayed: ["Pending", "Internal", null, "Step delayed"],
  delay_past: ["Pending", "Internal", null, "Delay does not wait, because its moment has just passed"],
  step_digested: ["Pending", "Internal", null, "Step digested"],
  moved_by_time_zone: ["Pending", "Internal", null, "Wait was moved, the rules of the time zone changed"],
  moved_by_default_zone: ["Pending", "Internal", null, "Wait was moved, the default time zone changed"],
  step_completed: ["Success", "Internal", null, "Step completed"],
  delay_finished: ["Success", "Internal", null, "Delay is finished"],
  digest_finished: ["Success", "Internal", null, "Digest triggered events"],
  digest_shortened: ["Warning", "Payload", null, "Digest holds more events than its templates are given"],
  digest_skipped: ["Success", "Internal", null, "Digest was skipped, first backoff event"],
  throttle_passed: ["Success", "Internal", null, "Step completed"],
  throttle_off: ["Warning", "Payload", "ours", "Throttle has no window it could read and throttles nothing"],
  throttle_exceeded: ["Success", "Internal", "decided", "Throttle limit exceeded for the given window"],
  throttle_past: ["Failed", "Payload", "ours", "Throttle window date is in the past"],
  digest_merged: ["Success", "Internal", "decided", "Digest was merged with other digest"],
  variant_chosen: ["Pending", "Internal", null, "Variant was chosen by the provided condition criteria"],
  severity_overridden: ["Pending", "Internal", null, "Severity for the message was overridden"],
  version_changed: ["Success", "Internal", null, "Run went over to a newer version of its workflow"],
  provider_selected: ["Pending", "Internal", null, "<Provider> provider was selected"],
  message_created: ["Pending", "Internal", null, "Message created"],
  message_sent: ["Success", "Internal", null, "Message sent"],
  message_delivered: ["Success", "Webhook", null, "Message delivered"],
  message_deferred: ["Warning", "Webhook", "theirs", "Message deferred"],
  message_bounced: ["Failed", "Webhook", "theirs", "Message bounced"],
  message_dropped: ["Failed", "Webhook", "theirs", "Message dropped"],
  message_complained: ["Warning", "Webhook", "theirs", "Message complaint"],
  message_unsubscribed: ["Warning", "Webhook", "theirs", "Message unsubscribed"],
  message_opened: ["ReadConfirmation", "Webhook", null, "Message seen"],
  message_seen: ["ReadConfirmation", "Internal", null, "Message seen"],
  message_read: ["ReadConfirmation", "Internal", null, "Message read"],
  message_clicked: ["ReadConfirmation", "Webhook", null, "Message clicked"],
  address_suppressed: ["Failed", "Internal", "theirs", "Address is suppressed, nothing is sent to it"],
  recipients_left_out: ["Warning", "Internal", "theirs", "Suppressed recipients were left out of the mail"],
  recipients_refused: ["Warning", "Webhook", "theirs", "Some recipients were refused for good"],
  recipients_waiting: ["Warning", "Webhook", "theirs", "Some recipients were put off and are tried again"],
  recipients_reached: ["Success", "Webhook", null, "Message was sent to some of its recipients"],
  recipients_missed: ["Warning", "Webhook", "theirs", "Message was sent, but not to some of its recipients"],
  mail_unprepared: [
    "Warning",
    "Payload",
    "ours",
    "Mail goes out without inlined CSS and without a text part made from its HTML",
  ],
  condition_not_met: ["Success", "Internal", "decided", "Step was skipped based on steps conditions"],
  condition_failed: ["Failed", "Payload", "ours", "Processing step filter failed"],
  filtered_by_workflow: ["Success", "Internal", "decided", "Step filtered by workflow preferences"],
  filtered_by_user: ["Success", "Internal", "decided", "Step filtered by user preferences"],
  filtered_by_global: ["Success", "Internal", "decided", "Step filtered by subscriber global preferences"],
  filtered_by_subscriber: [
    "Success",
    "Internal",
    "decided",
    "Step filtered by subscriber workflow preferences",
  ],
  outside_schedule: [
    "Success",
    "Internal",
    "decided",
    "The step was skipped as it fell outside the subscriber's schedule",
  ],
  extended_to_schedule: [
    "Pending",
    "Internal",
    "decided",
    "Step was extended to the next available time in the subscriber schedule",
  ],
  schedule_extensions_spent: [
    "Success",
    "Internal",
    null,
    "Step was executed due to maximum number of subscriber schedule extensions reached",
  ],
  no_active_integration: ["Failed", "Internal", "ours", "Subscriber does not have an active integration"],
  no_matching_integration: ["Failed", "Internal", "ours", "No active integration has conditions that match"],
  integration_condition_failed: [
    "Warning",
    "Internal",
    "ours",
    "Conditions of an integration could not be evaluated",
  ],
  no_email: ["Failed", "Internal", "theirs", "Subscriber missing email address"],
  no_phone: ["Failed", "Internal", "theirs", "Subscriber missing phone number"],
  no_channel: ["Failed", "Internal", "theirs", "Subscriber does not have a configured channel"],
  no_device_tokens: [
    "Failed",
    "Internal",
    "theirs",
    "Subscriber credentials is missing the tokens for sending a push notification message",
  ],
  device_tokens_removed: [
    "Warning",
    "Webhook",
    "theirs",
    "Device tokens that the provider calls invalid were removed from the subscriber",
  ],
  no_webhook_url: ["Failed", "Internal", "theirs", "Webhook URL for the chat channel is missing"],
  some_chats_failed: ["Warning", "Internal", null, "Some chat channels failed to send the message"],
  all_chats_failed: ["Failed", "Internal", null, "All chat channels failed to send the message"],
  content_failed: ["Failed", "Payload", "ours", "Message content could not be generated"],
  already_reached: [
    "Success",
    "Internal",
    "decided",
    "Step was skipped because an earlier one has reached the subscriber",
  ],
  repeat_ended: [
    "Success",
    "Internal",
    "decided",
    "Step is not sent again because the subscriber has reacted",
  ],
  attempt_failed: ["Warning", "Webhook", "ours", "Attempt failed, the message is tried again"],
  failed_over: [
    "Warning",
    "Webhook",
    "ours",
    "Attempt failed, the message goes out through another integration",
  ],
  breaker_open: [
    "Pending",
    "Internal",
    "ours",
    "Provider is not called for a while because it keeps failing",
  ],
  waits_for_rate: ["Pending", "Internal", null, "Message waits for the rate of the integration"],
  integration_off: ["Pending", "Internal", "ours", "Integration is switched off, the message waits for it"],
  message_expired: ["Failed", "Internal", "ours", "Message was given up because its lifetime was over"],
  message_replayed: ["Pending", "Internal", null, "Message is sent again by hand"],
  dead_letter_discarded: ["Success", "Internal", null, "Dead letter was discarded by hand"],
  provider_failed: ["Failed", "Webhook", "ours", "Unexpected provider error"],
  credentials_failed: [
    "Failed",
    "Credentials",
    "ours",
    "Integration cannot be used, its credentials or settings are refused",
  ],
  credentials_unreadable: [
    "Failed",
    "Credentials",
    "ours",
    "The credentials of the integration could not be opened",
  ],
  invalid_delay: ["Failed", "Payload", "ours", "Invalid delay configuration"],
  invalid_digest: ["Failed", "Payload", "ours", "Invalid digest configuration"],
  defer_limit: ["Failed", "Payload", "ours", "Defer duration limit exceeded"],
  subscriber_gone: ["Failed", "Internal", "decided", "Subscriber was deleted before the step ran"],
  unknown_step_type: ["Failed", "Internal", "ours", "This version cannot run the type of the step"],
  step_canceled: ["Success", "Internal", "decided", "Step was canceled"],
  step_crashed: [
    "Failed",
    "Internal",
    "ours",
    "Step was given up because workers died or failed at it too often",
  ],
  internal_error: [
    "Failed",
    "Internal",
    "ours",
    "There was one or more errors when trying to execute the notification",
  ],
} as const satisfies Record<string, readonly [DetailStatus, DetailSource, ReasonClass | null, string]>;

export type DetailCode = keyof typeof DETAILS;

/** What a code of an execution detail means. */
export type DetailCodeMeaning = {
  code: DetailCode;
  status: DetailStatus;
  source: DetailSource;
  /** null for progress, and for sums of other details. */
  class: ReasonClass | null;
  /** May contain the placeholder `<Provider>`. */
  sentence: string;
};

/** The closed list of all codes. */
export const DETAIL_CODES: readonly DetailCodeMeaning[] = (Object.keys(DETAILS) as DetailCode[]).map(
  (code) => {
    const [status, source, reasonClass, sentence] = DETAILS[code];
    return { code, status, source, class: reasonClass, sentence };
  },
);

/** The codes that are reasons: those with a class. */
export type ReasonCode = {
  [Code in DetailCode]: (typeof DETAILS)[Code][2] extends null ? never : Code;
}[DetailCode];

export const REASON_CODES = DETAIL_CODES.filter((meaning) => meaning.class !== null).map(
  ({ code }) => code,
) as ReasonCode[];

/** How the `raw` of `provider_failed` ends if the provider refused the recipient. */
export const RECIPIENT_REFUSED = '"given_up":"recipient_error"}';

/** That of the code, except that a provider's refusal of the recipient is `theirs`; null for codes without one or of newer versions. */
export function reasonClassOf({ code, raw }: { code?: string; raw?: string | null }): ReasonClass | null {
  if (code === undefined || !Object.hasOwn(DETAILS, code)) return null;
  if (code === "provider_failed" && raw?.endsWith(RECIPIENT_REFUSED)) return "theirs";
  return DETAILS[code as DetailCode][2];
}
