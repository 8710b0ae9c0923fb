import type { StepContentIssue, StepType } from "@tidings/contract";
import { cronProblem } from "../calendar/next-cron.ts";
import { type TimedSetup, timedProblem } from "../calendar/timed-config.ts";
import { ruleProblem } from "../conditions/rule-problem.ts";
import { isJsonObject, type JsonObject } from "../foundation/json.ts";
import { amountOf, intervalOf, isTimeUnit, MAX_WAIT_MS } from "./interval.ts";
import { allowsPath, pathOf } from "./variable-path.ts";
import type { Step, TemplateReading } from "./workflow.ts";

/** A problem with one control of a step. */
export type ControlIssue = { control: string; issue: StepContentIssue };

/** Required controls. An in-app step needs one of two, see below. */
const REQUIRED: Readonly<Partial<Record<StepType, readonly string[]>>> = {
  email: ["subject"],
  sms: ["body"],
  chat: ["body"],
  push: ["subject", "body"],
};

/** Issues for missing required controls. */
export function missingValues(step: Step): ControlIssue[] {
  const { type, controlValues } = step;
  if (WAITS.includes(type)) return missingMoment(step);
  const isMissing = (name: string) => isBlank(controlValues, name);
  if (type === "in_app" && isMissing("subject") && isMissing("body")) {
    return ["subject", "body"].map((name) => missing(name, "An in-app message needs a subject or a body"));
  }
  return (REQUIRED[type] ?? []).filter(isMissing).map((name) => missing(name, `The ${name} is missing`));
}

const WAITS: readonly StepType[] = ["digest", "delay", "throttle"];
/** Controls that define the time in place of `amount` and `unit`, by step type. */
const MOMENTS: Readonly<Partial<Record<StepType, readonly string[]>>> = {
  digest: ["cron"],
  delay: ["cron", "dynamicKey", "delayPath"],
  throttle: ["dynamicKey"],
};

function missingMoment({ type, controlValues }: Step): ControlIssue[] {
  if (type === "digest" && isJsonObject(controlValues.timed)) return [];
  const isSaid = (MOMENTS[type] ?? []).some((name) => !isBlank(controlValues, name));
  return isSaid ? [] : missingInterval(controlValues);
}

function missingInterval(controls: JsonObject): ControlIssue[] {
  const issues: ControlIssue[] = [];
  if (amountOf(controls) === undefined) issues.push(missing("amount", "The amount must be a number above 0"));
  if (!isTimeUnit(controls.unit)) issues.push(missing("unit", "The unit must be a unit of time"));
  return issues;
}

/**
 * Conditions, cron expressions and calendar settings that cannot be parsed: reported on writing, not when a run
 * fails.
 */
export function unreadableControls(step: Step): ControlIssue[] {
  const { controlValues } = step;
  const { skip, cron } = controlValues;
  const setup = timedSetup(controlValues);
  const calendar = setup && timedProblem(setup);
  const rule = skip === undefined || skip === null ? undefined : ruleProblem(skip);
  const time = typeof cron === "string" && cron.trim() !== "" ? cronProblem(cron) : undefined;
  return [
    ...(rule ? [illegal("skip", rule)] : []),
    ...(calendar ? [illegal("timed", calendar)] : []),
    ...(time ? [illegal("cron", time)] : []),
    ...unreadableLengths(step),
  ];
}

/** Controls that are a length of time of their own: `{"amount": 1, "unit": "hours"}`. */
const LENGTHS: Readonly<Partial<Record<StepType, readonly string[]>>> = {
  digest: ["lookBackWindow", "slidingCap"],
  delay: ["gracePeriod"],
};

function unreadableLengths({ type, controlValues }: Step): ControlIssue[] {
  return (LENGTHS[type] ?? []).flatMap((name) => {
    const length = controlValues[name];
    if (!isJsonObject(length) || intervalOf(length)) return [];
    return [illegal(name, "It needs an amount, a number above 0, and a unit of time")];
  });
}

/** Stored rows may be older than the check of types: timedProblem() accepts values of any type. */
function timedSetup({ amount, unit, timed }: JsonObject): TimedSetup | undefined {
  if (!isJsonObject(timed)) return undefined;
  const number = typeof amount === "string" && amount.trim() !== "" ? Number(amount) : amount;
  const isSaid = number !== null && number !== "" && number !== undefined;
  return { ...(isSaid ? { amount: number } : {}), unit, timed } as TimedSetup;
}

/** An issue of a control whose value is invalid. */
export function illegal(control: string, message: string): ControlIssue {
  return { control, issue: { issueType: "ILLEGAL_VARIABLE_IN_CONTROL_VALUE", message } };
}

function isBlank(controls: JsonObject, name: string): boolean {
  const value = controls[name];
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function missing(control: string, message: string): ControlIssue {
  return { control, issue: { issueType: "MISSING_VALUE", variableName: control, message } };
}

/** Issues for a wait of more than a year. */
export function tooLongWaits({ type, controlValues }: Step): ControlIssue[] {
  if (!WAITS.includes(type)) return [];
  const interval = intervalOf(controlValues);
  if (!interval || interval.ms <= MAX_WAIT_MS) return [];
  const message = `A ${type} may wait at most ${MAX_WAIT_MS / 86_400_000} days`;
  return ["amount", "unit"].map((control) => ({
    control,
    issue: { issueType: "TIER_LIMIT_EXCEEDED", message },
  }));
}

/** A text of 100 kB can have thousands of invalid variables, or one as long as the text. */
const MAX_REPORTED = 20;
const MAX_NAME_CHARACTERS = 200;

/** Issues for templates that cannot be parsed, or use unknown variables or directives of dates. `variables` is their JSON Schema. */
export function templateIssues(readings: readonly TemplateReading[], variables: JsonObject): ControlIssue[] {
  return readings.flatMap(({ path: control, variables: used, error, unknownDirectives = [] }) => {
    if (error !== undefined) return [{ control, issue: brokenTemplate(control, error) }];
    const illegal = used.filter((variable) => !isLegal(variable, variables));
    const issues = [
      ...illegal.slice(0, MAX_REPORTED).map(illegalVariable),
      ...unknownDirectives.slice(0, MAX_REPORTED).map((directive) => unknownDirective(control, directive)),
    ];
    return issues.map((issue) => ({ control, issue }));
  });
}

/**
 * Variables that are not checked: `context` is the data of the trigger's contexts, `step` Novu's older name for the
 * last digest, `now` the time, `environment` its default zone.
 */
const FREE_ROOTS = ["context", "step", "now", "environment"];

function isLegal(variable: string, variables: JsonObject): boolean {
  const path = pathOf(variable);
  return FREE_ROOTS.includes(path[0] ?? "") || allowsPath(variables, path);
}

function illegalVariable(variable: string): StepContentIssue {
  const variableName = variable.slice(0, MAX_NAME_CHARACTERS);
  const message = `The variable "${variableName}" is not known here`;
  return { issueType: "ILLEGAL_VARIABLE_IN_CONTROL_VALUE", variableName, message };
}

function unknownDirective(variableName: string, directive: string): StepContentIssue {
  const message = `The filter date does not know the directive "${directive.slice(0, MAX_NAME_CHARACTERS)}" and prints it as it is`;
  return { issueType: "INVALID_FILTER_ARG_IN_VARIABLE", variableName, message };
}

/** The wire has no issue type for a text that cannot be parsed, but one for errors about filters. */
function brokenTemplate(variableName: string, error: string): StepContentIssue {
  const isFilter = /\bfilter\b/.test(error);
  const issueType = isFilter ? "INVALID_FILTER_ARG_IN_VARIABLE" : "ILLEGAL_VARIABLE_IN_CONTROL_VALUE";
  return { issueType, variableName, message: `The text cannot be read as Liquid: ${error}` };
}
