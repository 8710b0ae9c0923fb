import { durationMs } from "../../foundation/duration.ts";
import { repeatTarget } from "../../workflows/channel-options.ts";
import type { Step } from "../../workflows/workflow.ts";
import type { Decision, Run, RunJob } from "../runs/run.ts";

/**
 * A channel's step that only happens where an earlier one has not reached the subscriber: it waits as long as there is
 * hope, and then looks once more. Undefined when it shall go ahead.
 */
export function fallback(run: Run, step: Step, job: RunJob, now: Date): Decision | undefined {
  const { onlyIf } = step;
  if (!onlyIf) return undefined;
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

/** A step that is sent again until the subscriber has reacted, and now has. */
export function repeatIsOver(run: Run, step: Step, job: RunJob): Decision | undefined {
  if (!step.repeat || job.digest?.type !== "repeat") return undefined;
  const target = repeatTarget(run.workflow.definition.steps, step);
  const reacted = run.jobs.find(({ stepId }) => stepId === target?.id);
  if (!reacted || !hasReacted(run, reacted, step.repeat.until)) return undefined;
  return { kind: "complete", details: [{ code: "repeat_ended", raw: { until: step.repeat.until } }] };
}

function jobOf(run: Run, stepId: string): RunJob | undefined {
  const step = run.workflow.definition.steps.find((candidate) => candidate.stepId === stepId);
  return run.jobs.find((job) => job.stepId === step?.id);
}

/** What is read has been seen. */
function hasReacted(run: Run, job: RunJob, wanted: "seen" | "read"): boolean {
  const engagement = run.engagements.get(job.stepId);
  return engagement !== undefined && (engagement.read || (wanted === "seen" && engagement.seen));
}
