import type { Channel } from "@tidings/contract";
import { isOpen, nextOpening, type Schedule } from "../../calendar/weekly-schedule.ts";
import { zoneOrDefault } from "../../calendar/zoned-time.ts";
import { isChannelStep, isCritical } from "../../workflows/workflow.ts";
import type { Decision, Note } from "../runs/decision.ts";
import { type DecisionContext, type Run, type RunJob, stepOf } from "../runs/run.ts";
import { factsOfSchedule } from "./facts.ts";
import { type GuardInput, passOver } from "./step-guards.ts";

/** Channels that interrupt the subscriber; the inbox does not. */
const DISTURBING: readonly Channel[] = ["email", "sms", "push", "chat"];
const MAX_EXTENSIONS = 3;

/** Outside of the subscriber's schedule only the inbox is used. Critical workflows ignore the schedule. */
export function outsideSchedule({ run, step, context }: GuardInput): Decision | undefined {
  if (!isChannelStep(step) || !DISTURBING.includes(step.type)) return undefined;
  const schedule = scheduleOf(run);
  const zone = zoneOf(run, context);
  if (!schedule || isOpen(schedule, context.now, zone)) return undefined;
  const raw = factsOfSchedule(schedule, context.now, zone);
  return passOver(step, { code: "outside_schedule", raw });
}

type Extension = Extract<Decision, { kind: "extend" }> | { kind: "no_longer"; details: Note[] };

/**
 * A delay or digest with `extendToSchedule` that would end outside of the schedule is extended until the schedule opens, at
 * most three times; after that it ends outside of it, with a detail. Undefined where there is nothing to extend.
 */
export function extension(run: Run, job: RunJob, context: DecisionContext): Extension | undefined {
  if (job.status !== "delayed" || stepOf(run, job).controlValues.extendToSchedule !== true) return undefined;
  const { now } = context;
  const [schedule, zone] = [scheduleOf(run), zoneOf(run, context)];
  if (!schedule || isOpen(schedule, now, zone)) return undefined;
  if (job.scheduleExtensionsCount >= MAX_EXTENSIONS) {
    return { kind: "no_longer", details: [{ code: "schedule_extensions_spent" }] };
  }
  const until = nextOpening(schedule, now, zone);
  if (!until) return undefined;
  const raw = { untilDate: until.toISOString(), ...factsOfSchedule(schedule, now, zone) };
  return { kind: "extend", until, details: [{ code: "extended_to_schedule", raw }] };
}

function scheduleOf({ workflow, choices }: Run): Schedule | undefined {
  return isCritical(workflow.definition) ? undefined : (choices?.global?.schedule ?? undefined);
}

function zoneOf({ subscriber }: Run, { defaultZone }: DecisionContext): string {
  return zoneOrDefault(subscriber?.timezone, defaultZone);
}
