/**
 * The complete list of personal data that the engine stores and of what the erasure leaves of it, as SQL expressions
 * by column. A column that can hold an address, a name or a caller's text is listed here, or its whole rows are
 * deleted; a test in `erasure.test.ts` compares the list with all tables.
 */

/** Rows that are found by their notification. */
export const OF_NOTIFICATIONS = {
  jobs: { digest: "null", output: "null" },
  execution_details: { raw: "null" },
} as const;

/** Messages, found by their subscriber. One that was never sent ends as an error. */
export const OF_MESSAGES = {
  subject: "null",
  title: "null",
  content: "null",
  text_part: "null",
  cta: "'{}'",
  data: "null",
  avatar: "null",
  tags: "null",
  context_keys: "null",
  contexts: "null",
  email: "null",
  phone: "null",
  webhook_url: "null",
  device_tokens: "null",
  address_sealed: "null",
  recipients_settled: "null",
  error_text: "null",
  error_id: "case when status is null then 'subscriber_gone' else error_id end",
  status: "coalesce(status, 'error')",
  next_attempt_at: "null",
  erased_at: "now()",
} as const;

/** Dead letters, found by their subscriber. */
export const OF_DEAD_LETTERS = { error_text: "null" } as const;

/** Triggers that had no other recipient. What a trigger for others loses is said in `trigger-erasure-store.ts`. */
export const OF_TRIGGERS = { recipients: "'[]'", payload: "'{}'", overrides: "'{}'", bytes: "6" } as const;

/** Tables whose rows are deleted, by their subscriber. Those of digest windows go by the steps that opened them. */
export const DELETED_ROWS = ["digest_last_events", "suppressions", "throttle_windows"] as const;

/** `column = expression, …` for an UPDATE. */
export function assignments(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([column, left]) => `${column} = ${left}`)
    .join(", ");
}
