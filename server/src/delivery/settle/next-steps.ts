import type { JobStatus } from "@tidings/contract";
import { isChannelStep } from "../../workflows/workflow.ts";
import { type DecisionContext, heldJob, isOpen, type Run, type RunJob } from "../runs/run.ts";

/** A job as it is stored at this moment. */
export type JobState = {
  notificationId: string;
  position: number;
  status: JobStatus;
  /** It has a due time: it waits in the queue, or a worker has it. */
  isQueued: boolean;
  /** A worker has it. */
  isHeld: boolean;
};

/** Shorter waits hold up the run; continuing beside them costs more than it gains. */
const MIN_WAIT_MS = 1_000;

/** Whether other steps of the run may begin beside the current one; the stored states of its jobs then decide which. */
export function mayGoOnBeside(run: Run, { now }: Pick<DecisionContext, "now">): boolean {
  const held = heldJob(run);
  const begins = run.jobs.some((job) => job.status === "pending" && job.due.kind === "never");
  return begins && (run.isSplit || (held !== undefined && waitsForAttempt(held, now)));
}

function waitsForAttempt({ status, due }: RunJob, now: Date): boolean {
  return status === "running" && due.kind === "at" && due.at.getTime() - now.getTime() >= MIN_WAIT_MS;
}

/**
 * The position of the job that begins next, if one may. Steps begin in order, but a message that waits for its next
 * attempt holds up only the steps that refer to its step, and those hold up only the steps that refer to them. A step
 * that orders the others (delay, digest, throttle) holds up all that follow.
 */
export function nextToBegin({ jobs, workflow }: Run, states: readonly JobState[]): number | undefined {
  const open = states.filter(({ status }) => isOpen(status)).toSorted((a, b) => a.position - b.position);
  const jobAt = new Map(jobs.map((job) => [job.position, job]));
  const passed = new Set<string>();
  for (const state of open) {
    const job = jobAt.get(state.position);
    if (!job) return undefined;
    const named = [...(workflow.namedSteps.get(job.stepId) ?? [])];
    const hasBegun = state.status !== "pending" || state.isQueued;
    if (!hasBegun && !named.some((stepId) => passed.has(stepId))) return state.position;
    if (hasBegun && (state.status !== "running" || state.isHeld)) return undefined;
    if (!isChannelStep(job) && job.type !== "custom") return undefined;
    passed.add(job.stepId);
  }
  return undefined;
}
