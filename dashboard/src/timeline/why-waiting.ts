import { timeIn } from "./raw-facts.ts";
import { moment, type Sentence, say, value } from "./sentence.ts";
import { answeredBy, answerOf } from "./why-answers.ts";
import type { WhyFacts, WhyTable } from "./why-facts.ts";
import { counted } from "./words.ts";

type WaitingCode =
  | "step_queued"
  | "step_delayed"
  | "delay_past"
  | "step_digested"
  | "moved_by_time_zone"
  | "attempt_failed"
  | "failed_over"
  | "breaker_open"
  | "integration_off"
  | "recipients_waiting"
  | "message_replayed"
  | "message_deferred";

/** What a step waits for. */
export const WAITING: WhyTable<WaitingCode> = {
  step_queued: { says: () => say`In progress.` },
  step_delayed: { says: stepDelayed, offers: ["open_clock"] },
  delay_past: {
    says: ({ raw }) => {
      const at = timeIn(raw, "momentAt");
      return at
        ? say`Did not wait: its moment, ${moment(at)}, had passed.`
        : say`Did not wait: its moment had passed.`;
    },
  },
  step_digested: { says: stepDigested, offers: ["open_clock"] },
  moved_by_time_zone: { says: movedByTimeZone, offers: ["open_clock"] },
  attempt_failed: { says: attemptFailed, offers: ["retry_now", "open_integration"] },
  failed_over: {
    says: (facts) =>
      say`${answeredBy(facts)}; it goes out through ${value(facts.raw.text("to") ?? "another integration")}.`,
    offers: ["open_integration"],
  },
  breaker_open: {
    says: (facts) => say`${carrierOf(facts)} keeps failing; held${until(facts)}.`,
    offers: ["open_integration"],
  },
  integration_off: {
    says: (facts) => say`${carrierOf(facts)} is switched off; held${until(facts)}.`,
    offers: ["open_integration"],
  },
  recipients_waiting: { says: recipientsWaiting, offers: ["retry_now", "open_integration"] },
  message_replayed: { says: () => say`Sent again by hand.` },
  message_deferred: {
    says: (facts) => say`The mail server of the recipient put it off: ${answerOf(facts)}.`,
  },
};

const carrierOf = ({ carrier }: WhyFacts) => (carrier ? value(carrier) : "The provider");

function until({ raw }: WhyFacts): Sentence {
  const at = timeIn(raw, "nextAttemptAt");
  return at ? say` until ${moment(at)}` : [];
}

function movedByTimeZone({ raw }: WhyFacts): Sentence {
  const at = timeIn(raw, "untilDate");
  const rules = say`the rules of the time zone ${value(raw.text("zone") ?? "of the recipient")} changed`;
  return at ? say`Waits until ${moment(at)}: ${rules}.` : say`Waits until another moment: ${rules}.`;
}

const REACTIONS: Readonly<Record<string, string>> = {
  not_delivered: "comes back undelivered",
  not_seen: "is seen before",
  not_read: "is read before",
};

function stepDelayed({ raw, stepName }: WhyFacts): Sentence {
  const at = timeIn(raw, "untilDate");
  const repeat = raw.number("repeat");
  const unless = raw.object("unless");
  const stepId = unless?.text("step");
  const reaction = REACTIONS[unless?.text("isNot") ?? ""];
  const waits = at ? say`Waits until ${moment(at)}` : say`Waits`;
  if (stepId && reaction) {
    const word = unless?.text("isNot") === "not_delivered" ? "whether" : "unless";
    return say`${waits}, ${word} ${value(stepName(stepId))} ${reaction}.`;
  }
  if (repeat !== undefined)
    return say`${waits} to be sent again, unless it is ${raw.text("until") ?? "seen"} before.`;
  return say`${waits}.`;
}

function stepDigested({ raw }: WhyFacts): Sentence {
  const at = timeIn(raw, "untilDate");
  const count = raw.number("eventCount");
  const collects = at ? say`Collects until ${moment(at)}` : say`Collects`;
  return count === undefined ? say`${collects}.` : say`${collects}: ${counted(count, "event")} so far.`;
}

function recipientsWaiting({ raw }: WhyFacts): Sentence {
  const at = timeIn(raw, "nextAttemptAt");
  const count = raw.number("count");
  const others = count === undefined ? "Its other recipients" : counted(count, "other recipient");
  return at
    ? say`Sent. ${others} refused it for now; next attempt at ${moment(at)}.`
    : say`Sent. ${others} refused it for now.`;
}

function attemptFailed(facts: WhyFacts): Sentence {
  const { raw } = facts;
  const at = timeIn(raw, "nextAttemptAt");
  const failed = answeredBy(facts);
  const next = (raw.number("attempt") ?? 0) + 1;
  return at ? say`${failed}; attempt ${next} at ${moment(at)}.` : say`${failed}.`;
}
