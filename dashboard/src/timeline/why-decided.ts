import { type RawFacts, timeIn } from "./raw-facts.ts";
import { ruleInWords, valueInWords, variablesIn } from "./rule-words.ts";
import { moment, type Sentence, say, value } from "./sentence.ts";
import type { WhyFacts, WhyTable } from "./why-facts.ts";
import { isChannel, kindOf } from "./words.ts";

type DecidedCode =
  | "condition_not_met"
  | "filtered_by_workflow"
  | "filtered_by_user"
  | "filtered_by_global"
  | "filtered_by_subscriber"
  | "outside_schedule"
  | "extended_to_schedule"
  | "schedule_extensions_spent"
  | "throttle_exceeded"
  | "throttle_passed"
  | "digest_merged"
  | "digest_skipped"
  | "already_reached"
  | "repeat_ended"
  | "step_canceled";

/** What rules, preferences and people decided. */
export const DECIDED: WhyTable<DecidedCode> = {
  condition_not_met: { says: conditionNotMet, offers: ["open_condition", "rehearse"] },
  filtered_by_subscriber: {
    says: (facts) =>
      say`${facts.person} switched ${kindOf(facts.type)} off for ${value(facts.workflow)}${since(facts)}.`,
    offers: ["open_preferences"],
  },
  filtered_by_global: {
    says: (facts) => say`${facts.person} switched ${kindOf(facts.type)} off for everything${since(facts)}.`,
    offers: ["open_preferences"],
  },
  filtered_by_workflow: { says: offByDefault, offers: ["open_workflow"] },
  filtered_by_user: { says: offByDefault, offers: ["open_workflow"] },
  outside_schedule: { says: outsideSchedule, offers: ["open_schedule"] },
  extended_to_schedule: { says: extendedToSchedule, offers: ["open_schedule"] },
  schedule_extensions_spent: {
    says: ({ person }) =>
      say`It had waited three times for the hours of ${person}, and went on outside of them.`,
    offers: ["open_schedule"],
  },
  throttle_exceeded: { says: throttleExceeded, offers: ["open_step"] },
  throttle_passed: {
    says: ({ raw }) => say`Passed as number ${raw.number("executionCount")} of ${raw.number("threshold")}.`,
  },
  digest_merged: { says: digestMerged, offers: ["open_notification"] },
  digest_skipped: { says: () => say`Passed at once: it is the first after a quiet period.` },
  already_reached: {
    says: ({ raw, stepName }) =>
      say`Not needed: ${earlier(raw, stepName)} was ${REACHED[raw.text("isNot") ?? ""] ?? "delivered"}.`,
  },
  repeat_ended: {
    says: ({ raw, person }) => say`Not repeated: ${person} has ${raw.text("until") ?? "seen"} it.`,
  },
  step_canceled: { says: () => say`Canceled by hand or by a call.`, offers: ["trigger_again"] },
};

const REACHED: Readonly<Record<string, string>> = {
  not_delivered: "delivered",
  not_seen: "seen",
  not_read: "read",
};

const earlier = (raw: RawFacts, stepName: (stepId: string) => string) => {
  const stepId = raw.text("step");
  return stepId === undefined ? "an earlier step" : value(stepName(stepId));
};

/** Records from before `raw` held the values name only the rule, and filters of the older form not even that. */
function conditionNotMet({ raw, rule: own, type }: WhyFacts): Sentence {
  const verdict = isChannel(type) ? "Not sent" : "Not run";
  const rule = raw.any("rule") ?? own;
  if (rule === undefined || rule === null) return say`${verdict}: its condition is not met.`;
  const wanted = say`the step runs if ${value(ruleInWords(rule))}`;
  const values = raw.object("values");
  const found = values ? variablesIn(rule).map((path) => `${path} is ${valueInWords(values.any(path))}`) : [];
  return found.length === 0
    ? say`${verdict}: ${wanted}.`
    : say`${verdict}: ${value(found.join(", "))}; ${wanted}.`;
}

/** The moment at which the deciding preference was set. */
function since({ raw }: WhyFacts): Sentence {
  const layer = raw.list("layers").findLast((one) => one.any("value") === false);
  const at = layer && timeIn(layer, "at");
  return at ? say` (${moment(at)})` : [];
}

function offByDefault({ type, workflow }: WhyFacts): Sentence {
  return say`The workflow ${value(workflow)} does not use ${kindOf(type)} by default.`;
}

const hoursOf = (localTime: string | undefined, person: string): Sentence =>
  localTime ? say`It was ${value(localTime)} for ${person}` : say`It was outside of the hours of ${person}`;

function outsideSchedule({ raw, person }: WhyFacts): Sentence {
  const localTime = raw.text("localTime");
  const opensAt = timeIn(raw, "opensAt");
  const was = hoursOf(localTime, person);
  return opensAt ? say`${was}; quiet until ${moment(opensAt)}.` : say`${was}.`;
}

function extendedToSchedule({ raw, person }: WhyFacts): Sentence {
  const until = timeIn(raw, "opensAt") ?? timeIn(raw, "untilDate");
  const localTime = raw.text("localTime");
  const was = hoursOf(localTime, person);
  return until ? say`${was}; waits until ${moment(until)}.` : say`${was}; waits for them.`;
}

/** `executionCount` counts also those that did not pass. */
function throttleExceeded({ raw }: WhyFacts): Sentence {
  const threshold = raw.number("threshold");
  const opened = timeIn(raw, "windowStart");
  const until = timeIn(raw, "throttledUntil");
  if (threshold === undefined || !opened) return say`The throttle has let enough pass.`;
  const count = say`${threshold} of ${threshold} passed since ${moment(opened)}`;
  return until ? say`${count}; open again at ${moment(until)}.` : say`${count}.`;
}

function digestMerged({ raw }: WhyFacts): Sentence {
  const id = raw.text("digestedInto");
  return id
    ? say`Collected into ${{ kind: "notification", id, label: "another notification" }}.`
    : say`Collected into another notification.`;
}
