import { nextOpening, type Schedule } from "../../calendar/weekly-schedule.ts";
import { zonedParts } from "../../calendar/zoned-time.ts";
import { variableAt } from "../../conditions/path.ts";
import { variablesOfRule } from "../../conditions/rule-variables.ts";
import { excerpt, isAtMost } from "../../foundation/excerpt.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";

/** Limits of what a detail says about a condition. */
const MAX_RULE = 2_000;
const MAX_VARIABLES = 20;
const MAX_PATH = 200;

/** The rule of a condition, if it is not too long, and the values of its variables: the first 20, each as an excerpt. */
export function factsOfRule(rule: Json, scope: JsonObject): JsonObject {
  const paths = variablesOfRule(rule).filter((path) => path.length <= MAX_PATH);
  const values = paths.slice(0, MAX_VARIABLES).map((path) => [path, excerpt(variableAt(scope, path))]);
  return { ...ruleOf(rule), values: Object.fromEntries(values) };
}

/** The rule of a condition, if it is not too long. */
export function ruleOf(rule: Json): JsonObject {
  return isAtMost(rule, MAX_RULE) ? { rule } : {};
}

/** What time it is for the subscriber, and when the schedule opens; null if it does not open in the next weeks. */
export function factsOfSchedule(schedule: Schedule, now: Date, zone: string): JsonObject {
  const { hour, minute } = zonedParts(now, zone);
  const localTime = [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
  return { localTime, opensAt: nextOpening(schedule, now, zone)?.toISOString() ?? null, zone };
}
