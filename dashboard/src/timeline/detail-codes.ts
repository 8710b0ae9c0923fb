/**
 * Who can do something about a reason: `ours` needs a repair by the operator, `theirs` is the recipient's, `decided` is as
 * it should be.
 */
export type ReasonClass = "ours" | "theirs" | "decided";

/** The class of each code of an execution detail; null for progress, and for sums of other details. */
export const DETAIL_CLASSES = {
  step_queued: null,
  step_delayed: null,
  step_digested: null,
  step_completed: null,
  delay_finished: null,
  digest_finished: null,
  digest_shortened: null,
  digest_skipped: null,
  throttle_passed: null,
  throttle_off: "ours",
  throttle_exceeded: "decided",
  throttle_past: "ours",
  digest_merged: "decided",
  variant_chosen: null,
  severity_overridden: null,
  version_changed: null,
  provider_selected: null,
  message_created: null,
  message_sent: null,
  message_delivered: null,
  message_deferred: "theirs",
  message_bounced: "theirs",
  message_dropped: "theirs",
  message_complained: "theirs",
  message_unsubscribed: "theirs",
  message_opened: null,
  message_seen: null,
  message_read: null,
  message_clicked: null,
  address_suppressed: "theirs",
  recipients_left_out: "theirs",
  condition_not_met: "decided",
  condition_failed: "ours",
  filtered_by_workflow: "decided",
  filtered_by_user: "decided",
  filtered_by_global: "decided",
  filtered_by_subscriber: "decided",
  outside_schedule: "decided",
  extended_to_schedule: "decided",
  schedule_extensions_spent: null,
  no_active_integration: "ours",
  no_matching_integration: "ours",
  integration_condition_failed: "ours",
  no_email: "theirs",
  no_phone: "theirs",
  no_channel: "theirs",
  no_device_tokens: "theirs",
  device_tokens_removed: "theirs",
  no_webhook_url: "theirs",
  some_chats_failed: null,
  all_chats_failed: null,
  content_failed: "ours",
  already_reached: "decided",
  repeat_ended: "decided",
  attempt_failed: "ours",
  failed_over: "ours",
  breaker_open: "ours",
  integration_off: "ours",
  message_expired: "ours",
  message_replayed: null,
  provider_failed: "ours",
  credentials_failed: "ours",
  credentials_unreadable: "ours",
  invalid_delay: "ours",
  invalid_digest: "ours",
  defer_limit: "ours",
  subscriber_gone: "decided",
  unknown_step_type: "ours",
  step_canceled: "decided",
  step_crashed: "ours",
  internal_error: "ours",
} as const satisfies Record<string, ReasonClass | null>;

export type DetailCode = keyof typeof DETAIL_CLASSES;

/** False for a code that only a newer version of the service knows. */
export function isDetailCode(code: string | undefined): code is DetailCode {
  return code !== undefined && Object.hasOwn(DETAIL_CLASSES, code);
}

/** The class of a detail. An address that the provider refuses is the recipient's, whatever the code says. */
export function reasonClassOf({
  code,
  raw,
}: {
  code?: string | undefined;
  raw?: string | undefined;
}): ReasonClass | null {
  if (!isDetailCode(code)) return null;
  if (code === "provider_failed" && raw?.includes('"given_up":"recipient_error"')) return "theirs";
  return DETAIL_CLASSES[code];
}
