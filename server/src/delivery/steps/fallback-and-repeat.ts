import { durationMs } from "../../foundation/duration.ts";
import { repeatTarget } from "../../workflows/channel-options.ts";
import { isChannelStep } from "../../workflows/workflow.ts";
import type { Decision } from "../runs/decision.ts";
import type { Run, RunJob } from "../runs/run.ts";
import type { GuardInput } from "./step-guards.ts";

/**
 * A channel step with `onlyIf` runs only where an earlier step has not reached the subscriber. With `within` it waits that
 * long before it looks; undefined when the step runs.
 */
export function alreadyReached({ run, step, job, context: { now } }: GuardInput): Decision | undefined {
  const { onlyIf } = step;
  if (!onlyIf || !isChannelStep(step)) return undefined;
  const earlier = jobOf(run, onlyIf.step);
  const isDelivered = earlier?.status === "completed" || earlier?.status === "delayed";
  if (!earlier || !isDelivered) return undefined;
  if (onlyIf.is === "not_delivered" || hasReacted(run, earlier, onlyIf.is === "not_seen" ? "seen" : "read")) {
    const raw = { step: onlyIf.step, isNot: onlyIf.is };
    return { kind: "pass_over", status: "canceled", details: [{ code: "already_reached", raw }] };
  }
  if (!onlyIf.within || job.status !== "queued") return undefined;
  const { amount, unit } = onlyIf.within;
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
