import type { Channel } from "@tidings/contract";
import { isOpen, nextOpening, type Schedule } from "../../calendar/weekly-schedule.ts";
import { zoneOrUtc } from "../../calendar/zoned-time.ts";
import { isCritical } from "../../workflows/workflow.ts";
import {
  type Decision,
  type DecisionContext,
  type Note,
  type Run,
  type RunJob,
  stepOf,
} from "../runs/run.ts";

/** Channels that reach a person wherever they are; an inbox can be looked at when one likes (wire-facts 5.8). */
const DISTURBING: readonly Channel[] = ["email", "sms", "push", "chat"];
const MOST_EXTENSIONS = 3;

/** Do the subscriber's quiet hours keep a channel from being used now? Critical workflows ask no schedule. */
export function isQuietHour(run: Run, channel: Channel, { now }: DecisionContext): boolean {
  const schedule = scheduleOf(run);
  return schedule !== undefined && DISTURBING.includes(channel) && !isOpen(schedule, now, zoneOf(run));
}

type Extension = Extract<Decision, { kind: "extend" }> | { kind: "no_longer"; details: Note[] };

/**
 * A delay or digest with `extendToSchedule` that ends in quiet hours goes on until the schedule opens, at most three
 * times; then it ends all the same, and says so. Undefined where there is nothing to extend.
 */
export function extension(run: Run, job: RunJob, { now }: DecisionContext): Extension | undefined {
  if (job.status !== "delayed" || stepOf(run, job).controlValues.extendToSchedule !== true) return undefined;
  const schedule = scheduleOf(run);
  if (!schedule || isOpen(schedule, now, zoneOf(run))) return undefined;
  if (job.scheduleExtensionsCount >= MOST_EXTENSIONS) {
    return { kind: "no_longer", details: [{ code: "schedule_extensions_spent" }] };
  }
  const until = nextOpening(schedule, now, zoneOf(run));
  if (!until) return undefined;
  const raw = { untilDate: until.toISOString() };
  return { kind: "extend", until, details: [{ code: "extended_to_schedule", raw }] };
}

function scheduleOf({ workflow, choices }: Run): Schedule | undefined {
  return isCritical(workflow.definition) ? undefined : (choices?.global?.schedule ?? undefined);
}

function zoneOf({ subscriber }: Run): string {
  return zoneOrUtc(subscriber?.timezone);
}
