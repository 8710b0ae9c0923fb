import { timeIn } from "./raw-facts.ts";
import { moment, type Sentence, say, value } from "./sentence.ts";
import { answeredBy, answerOf, otherAnswers, refusedAccount } from "./why-answers.ts";
import type { WhyFacts, WhyTable } from "./why-facts.ts";
import { counted } from "./words.ts";

type WaitingCode =
  | "step_queued"
  | "step_delayed"
  | "delay_past"
  | "step_digested"
  | "moved_by_time_zone"
  | "moved_by_default_zone"
  | "attempt_failed"
  | "failed_over"
  | "breaker_open"
  | "waits_for_rate"
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
  moved_by_default_zone: { says: movedByDefaultZone, offers: ["open_clock"] },
  attempt_failed: { says: attemptFailed, offers: ["retry_now", "open_integration"] },
  failed_over: { says: failedOver, offers: ["retry_now", "open_integration"] },
  breaker_open: {
    says: (facts) => say`${carrierOf(facts)} keeps failing; held${until(facts)}.${otherAnswers(facts)}`,
    offers: ["open_integration"],
  },
  waits_for_rate: { says: waitsForRate, offers: ["open_integration"] },
  integration_off: {
    says: (facts) => say`${carrierOf(facts)} is switched off; held${until(facts)}.${otherAnswers(facts)}`,
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

const RATES: Readonly<Record<string, string>> = {
  per_second: "sends no more messages a second",
  concurrency: "makes no more calls at the same time",
  per_day: "sends no more messages today",
  throttled: "is limited by its provider",
  quota: "has used up its quota at the provider",
};

function waitsForRate(facts: WhyFacts): Sentence {
  const rate = RATES[facts.raw.text("waitsFor") ?? ""] ?? "has no room now";
  return say`${carrierOf(facts)} ${rate}; waits${until(facts)}.`;
}

function movedByTimeZone({ raw }: WhyFacts): Sentence {
  const at = timeIn(raw, "untilDate");
  const rules = say`the rules of the time zone ${value(raw.text("zone") ?? "of the recipient")} changed`;
  return at ? say`Waits until ${moment(at)}: ${rules}.` : say`Waits until another moment: ${rules}.`;
}

function movedByDefaultZone({ raw }: WhyFacts): Sentence {
  const at = timeIn(raw, "untilDate");
  const zone = say`the default time zone is ${value(raw.text("zone") ?? "another one")} now`;
  return at ? say`Waits until ${moment(at)}: ${zone}.` : say`Waits until another moment: ${zone}.`;
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
  const others = otherAnswers(facts);
  return at ? say`${failed}; attempt ${next} at ${moment(at)}.${others}` : say`${failed}.${others}`;
}

/** To another integration at once; or back to the one before, which was only out, and waits there. */
function failedOver(facts: WhyFacts): Sentence {
  const { raw } = facts;
  // The message is with the other integration by now.
  const left = { ...facts, carrier: raw.text("fromName") ?? facts.carrier };
  const answered = raw.text("outcome") === "config_error" ? refusedAccount(left) : answeredBy(left);
  const to = value(raw.text("toName") ?? raw.text("to") ?? "another integration");
  const at = timeIn(raw, "nextAttemptAt");
  return at
    ? say`${answered}; it waits for ${to}, next attempt at ${moment(at)}.${otherAnswers(facts)}`
    : say`${answered}; it goes out through ${to}.${otherAnswers(facts)}`;
}
