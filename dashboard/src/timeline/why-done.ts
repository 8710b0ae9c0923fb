import { moment, type Sentence, say, value } from "./sentence.ts";
import { answerOf } from "./why-answers.ts";
import type { WhyFacts, WhyTable } from "./why-facts.ts";
import { counted } from "./words.ts";

type DoneCode =
  | "step_completed"
  | "delay_finished"
  | "digest_finished"
  | "digest_shortened"
  | "variant_chosen"
  | "severity_overridden"
  | "version_changed"
  | "provider_selected"
  | "message_created"
  | "message_sent"
  | "message_delivered"
  | "dead_letter_discarded"
  | "message_bounced"
  | "message_dropped"
  | "message_complained"
  | "message_unsubscribed"
  | "message_opened"
  | "message_seen"
  | "message_read"
  | "message_clicked"
  | "recipients_left_out"
  | "recipients_refused"
  | "recipients_reached"
  | "recipients_missed"
  | "mail_unprepared"
  | "device_tokens_removed";

/** What happened as it should, and what became of a message afterwards. */
export const DONE: WhyTable<DoneCode> = {
  step_completed: { says: () => say`Done.` },
  delay_finished: { says: () => say`The wait is over.` },
  digest_finished: { says: ({ raw }) => say`Collected ${counted(raw.number("eventCount") ?? 1, "event")}.` },
  digest_shortened: {
    says: ({ raw }) =>
      say`Collected ${counted(raw.number("eventCount") ?? 1, "event")}; texts are given the first ${raw.number("eventsInTemplates")}.`,
  },
  dead_letter_discarded: {
    says: ({ raw }) =>
      say`Its dead letter was discarded by ${value(raw.text("discardedBy") ?? "an operator")}; nothing is sent again.`,
  },
  variant_chosen: { says: () => say`A variant was chosen.` },
  severity_overridden: {
    says: ({ raw }) =>
      say`The severity is ${raw.text("to") ?? "another"} instead of ${raw.text("from") ?? "its own"}.`,
  },
  version_changed: { says: ({ raw }) => say`Goes on with version ${raw.number("version")} of the workflow.` },
  provider_selected: { says: () => say`In progress.` },
  message_created: { says: () => say`In progress.` },
  message_sent: {
    says: ({ type, carrier }) =>
      type === "in_app" || !carrier ? say`Delivered.` : say`Accepted by ${value(carrier)}.`,
  },
  message_delivered: { says: after("Delivered") },
  message_bounced: {
    says: (facts) => say`Came back undelivered: ${answerOf(facts)}.`,
    offers: ["open_subscriber"],
  },
  message_dropped: {
    says: (facts) => say`Dropped by the provider: ${answerOf(facts)}.`,
    offers: ["open_subscriber"],
  },
  message_complained: {
    says: ({ person }) => say`${person} reported it as unwanted.`,
    offers: ["open_subscriber"],
  },
  message_unsubscribed: {
    says: ({ person }) => say`${person} unsubscribed at the provider.`,
    offers: ["open_preferences"],
  },
  message_opened: { says: after("Opened") },
  message_seen: { says: after("Seen") },
  message_read: { says: after("Read") },
  message_clicked: { says: after("Clicked") },
  recipients_left_out: { says: () => say`Sent without its suppressed recipients.` },
  recipients_refused: { says: (facts) => say`Refused for ${recipientsIn(facts)}.` },
  recipients_reached: { says: (facts) => say`Sent to ${recipientsIn(facts)}.` },
  recipients_missed: { says: (facts) => say`Sent, but not to ${recipientsIn(facts)}.` },
  mail_unprepared: {
    says: ({ raw }) =>
      say`Sent without inlined CSS and without a text part: ${raw.text("reason") ?? "its HTML could not be prepared"}.`,
    offers: ["open_content"],
  },
  device_tokens_removed: {
    says: ({ raw }) =>
      say`The provider calls ${counted(raw.number("removed") ?? 1, "device token")} invalid; removed from the subscriber.`,
  },
};

/** Beside the subscriber's own. A later attempt at them does not count them. */
function recipientsIn({ raw }: WhyFacts): string {
  const count = raw.number("count");
  return count === undefined ? "the other recipients" : counted(count, "recipient");
}

function after(word: string) {
  return ({ at }: WhyFacts): Sentence => (at ? say`${word} ${moment(at)}.` : say`${word}.`);
}
