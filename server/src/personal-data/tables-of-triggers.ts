import type { TableFacts } from "./facts.ts";

const NOTIFICATIONS = ["notifications"];

/** Tables about triggers and the runs that they start. */
export const TABLES_OF_TRIGGERS = {
  /**
   * The erasure empties a trigger without other recipients. One with others loses the subscriber's entry among the recipients, and in
   * payload and overrides the subscriber's addresses (`trigger-erasure-store.ts`).
   */
  triggers: {
    whose: "trigger",
    rows: "kept",
    ends: ["notifications", "triggers"],
    line: { type: "trigger" },
    columns: {
      recipients: { holds: "address", becomes: "'[]'", hidden: "the line has the subscriber's own entry" },
      payload: { holds: "payload", becomes: "'{}'" },
      overrides: { holds: "payload", becomes: "'{}'" },
      actor: { holds: "address", kept: "removed where it is the subscriber, by a statement of its own" },
      context_keys: { holds: "address", kept: "the subscriber's own are removed by a statement of its own" },
      topics: {
        holds: "free text",
        kept: "keys of topics, and of members that the sender left out",
        hidden: "of all recipients",
      },
      transaction_id: {
        holds: "free text",
        kept: "the sender's id of the trigger: the API finds it by this id, and detects its retries",
      },
      fingerprint: {
        holds: "payload",
        kept: "a hash of the call; it shows whether a call with the same transactionId is a retry or a conflict",
        hidden: "a hash",
      },
    },
    ids: "environment_id id workflow_id failure",
    numbers: "workflow_version is_broadcast canceled_at created_at left_out",
    marks: { bytes: "6" },
  },
  fanouts: {
    whose: "trigger",
    rows: "kept",
    ends: "they end with the expansion of their trigger",
    line: "the state of the work on a trigger, no data",
    columns: {},
    ids: "environment_id trigger_id cursor",
    numbers: "",
  },
  notifications: {
    whose: "subscriber",
    rows: "kept",
    ends: NOTIFICATIONS,
    line: { type: "notification" },
    columns: {},
    ids: "environment_id id trigger_id workflow_id subscriber_id digested_into",
    numbers: "workflow_version created_at",
  },
  jobs: {
    whose: "subscriber",
    rows: "kept",
    ends: NOTIFICATIONS,
    line: { type: "job" },
    columns: {
      digest: { holds: "payload", becomes: "null" },
      output: { holds: "payload", becomes: "null", copy: "json" },
    },
    // Codes and times of details without particulars, packed into one text.
    ids: "environment_id notification_id id step_id type status provider_id packed_details",
    numbers: "position due_at schedule_extensions_count created_at updated_at",
  },
  execution_details: {
    whose: "subscriber",
    rows: "kept",
    ends: NOTIFICATIONS,
    line: { type: "executionDetail" },
    columns: { raw: { holds: "payload", becomes: "null", copy: "json text" } },
    ids: "environment_id notification_id id code provider_id",
    numbers: "position is_retry created_at",
  },
  digest_windows: {
    whose: "subscriber",
    rows: "deleted with digests",
    ends: NOTIFICATIONS,
    line: { type: "digest" },
    columns: { digest_key: { holds: "key", copy: "key" } },
    ids: "environment_id job_id notification_id workflow_id step_id subscriber_id",
    numbers: "event_count closes_at latest_close_at closes_at_count closed_at",
  },
  digest_events: {
    whose: "subscriber",
    rows: "deleted with digests",
    ends: NOTIFICATIONS,
    line: { type: "digestEvent" },
    columns: {},
    ids: "environment_id window_job_id notification_id",
    numbers: "seq",
  },
  digest_last_events: {
    whose: "subscriber",
    rows: "deleted by subscriber",
    ends: "one row a key: a digest that looks back needs its last event",
    line: { type: "lastDigestEvent" },
    columns: { digest_key: { holds: "key", copy: "key" } },
    ids: "environment_id workflow_id step_id subscriber_id",
    numbers: "last_event_at previous_event_at",
  },
  throttle_windows: {
    whose: "subscriber",
    rows: "deleted by subscriber",
    ends: "one row a key: a throttle counts in it",
    line: { type: "throttle" },
    columns: { throttle_key: { holds: "key", copy: "key" } },
    ids: "environment_id workflow_id step_id subscriber_id",
    numbers: "opened_at ends_at execution_count",
  },
} as const satisfies Record<string, TableFacts>;
