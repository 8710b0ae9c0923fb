import { CHANNELS } from "@tidings/contract";
import type { TableFacts } from "./facts.ts";

/**
 * Tables about messages. What was sent to another recipient is the sender's content, and a record of what that recipient has: the
 * erasure keeps its texts, also where the sender printed the deleted subscriber's address in them. So it does the keys of its contexts,
 * which say in which inbox of the recipient the message is.
 */
export const TABLES_OF_MESSAGES = {
  messages: {
    whose: "subscriber",
    rows: "kept",
    ends: [...CHANNELS.map((channel) => `${channel} messages`), "notifications"],
    line: { type: "message" },
    columns: {
      subject: { holds: "payload", becomes: "null" },
      title: { holds: "payload", becomes: "null" },
      content: { holds: "payload", becomes: "null" },
      text_part: { holds: "payload", becomes: "null" },
      cta: { holds: "payload", becomes: "'{}'" },
      data: { holds: "payload", becomes: "null" },
      avatar: { holds: "address", becomes: "null" },
      tags: { holds: "free text", becomes: "null" },
      context_keys: { holds: "address", becomes: "null" },
      contexts: { holds: "address", becomes: "null", hidden: "a hash of the keys" },
      email: { holds: "address", becomes: "null" },
      phone: { holds: "address", becomes: "null" },
      webhook_url: { holds: "address", becomes: "null", isMasked: true },
      device_tokens: { holds: "address", becomes: "null", isMasked: true },
      address_sealed: {
        holds: "address",
        becomes: "null",
        hidden: "opened and masked, the line has it as webhookUrl and deviceTokens",
      },
      recipients_settled: { holds: "address", becomes: "null", hidden: "hashes of addresses" },
      error_text: { holds: "free text", becomes: "null", copy: "text" },
      other_answers: { holds: "free text", becomes: "null", copy: "json" },
    },
    ids: `environment_id id notification_id subscriber_id channel status provider_id integration_id error_id provider_message_id
      failed_over_from severity`,
    numbers: `position delivered_at seen_at read_at snoozed_until archived_at first_seen_at attempts maybe_sent resends next_attempt_at expires_at
      created_at updated_at`,
    // One that was never sent ends as an error.
    marks: {
      error_id: "case when status is null then 'subscriber_gone' else error_id end",
      status: "coalesce(status, 'error')",
      next_attempt_at: "null",
      erased_at: "now()",
    },
  },
  dead_letters: {
    whose: "subscriber",
    rows: "kept",
    ends: ["dead letters"],
    line: { type: "deadLetter" },
    columns: {
      error_text: { holds: "free text", becomes: "null", copy: "text" },
      transaction_id: {
        holds: "free text",
        kept: "the sender's id of the trigger, by which a dead letter is found",
      },
      discarded_by: {
        holds: "name",
        kept: "an operator's, not the subscriber's",
        hidden: "an operator's name",
      },
    },
    ids: `environment_id id message_id notification_id job_id workflow_id step_id subscriber_id channel provider_id integration_id
      reason replay_id`,
    numbers: "attempts died_at replayed_at discarded_at",
  },
} as const satisfies Record<string, TableFacts>;
