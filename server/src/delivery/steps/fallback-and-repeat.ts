import type { FallbackOptions } from "@tidings/contract";
import { durationMs } from "../../foundation/duration.ts";
import { repeatTarget } from "../../workflows/channel-options.ts";
import { isChannelStep } from "../../workflows/workflow.ts";
import type { Decision } from "../runs/decision.ts";
import { hasReceipts, type Run, type RunJob } from "../runs/run.ts";
import type { GuardInput } from "./step-guards.ts";

/**
 * A channel step with `onlyIf` runs only where an earlier step has not reached the subscriber. With `within` it waits that
 * long before it looks, for a reaction, or for a receipt that the message bounced; undefined when the step runs.
 */
export function alreadyReached({ run, step, job, context: { now } }: GuardInput): Decision | undefined {
  const { onlyIf } = step;
  if (!onlyIf || !isChannelStep(step)) return undefined;
  const earlier = jobOf(run, onlyIf.step);
  const hasEnded = earlier?.status === "completed" || earlier?.status === "delayed";
  if (!earlier || !hasEnded) return undefined;
  if (run.undelivered.has(earlier.stepId)) return undefined;
  if (onlyIf.within && job.status === "queued" && mayChange(run, earlier, onlyIf.is))
    return waitFor(onlyIf, onlyIf.within, now);
  if (onlyIf.is !== "not_delivered" && !hasReacted(run, earlier, reactionOf(onlyIf.is))) return undefined;
  const raw = { step: onlyIf.step, isNot: onlyIf.is };
  return { kind: "pass_over", status: "canceled", details: [{ code: "already_reached", raw }] };
}

/** Whether time may change the decision: a reaction is missing, or a bounce may be reported. */
function mayChange(run: Run, earlier: RunJob, is: FallbackOptions["is"]): boolean {
  return is === "not_delivered" ? hasReceipts(earlier.type) : !hasReacted(run, earlier, reactionOf(is));
}

function reactionOf(is: "not_seen" | "not_read"): "seen" | "read" {
  return is === "not_seen" ? "seen" : "read";
}

type Wait = NonNullable<FallbackOptions["within"]>;

function waitFor(onlyIf: FallbackOptions, { amount, unit }: Wait, now: Date): Decision {
  const delay = durationMs(amount, unit);
  const until = new Date(now.getTime() + delay);
  const raw = { delay, untilDate: until.toISOString(), unless: { step: onlyIf.step, isNot: onlyIf.is } };
  const settings = { type: "regular", amount, unit };
  return { kind: "wait", until, settings, details: [{ code: "step_delayed", raw }] };
}

/** A step that repeats its message ends when the subscriber has reacted. */
export function repeatEnded({ run, step, job }: GuardInput): Decision | undefined {
  if (!isChannelStep(step) || !step.repeat || job.digest?.type !== "repeat") return undefined;
  const target = repeatTarget(run.workflow.definition.steps, step);
  const reacted = run.jobs.find(({ stepId }) => stepId === target?.id);
  if (!reacted || !hasReacted(run, reacted, step.repeat.until)) return undefined;
  return { kind: "complete", details: [{ code: "repeat_ended", raw: { until: step.repeat.until } }] };
}

function jobOf(run: Run, stepKey: string): RunJob | undefined {
  const step = run.workflow.definition.steps.find((candidate) => candidate.stepKey === stepKey);
  return run.jobs.find((job) => job.stepId === step?.id);
}

/** A read message counts as seen. */
function hasReacted(run: Run, job: RunJob, reaction: "seen" | "read"): boolean {
  const engagement = run.engagements.get(job.stepId);
  return engagement !== undefined && (engagement.read || (reaction === "seen" && engagement.seen));
}
