import type { Queryable } from "../../database/database.ts";
import { newId } from "../../foundation/id.ts";
import type { Json } from "../../foundation/json.ts";
import type { DetailCode, ExecutionDetail } from "../../notifications/execution-detail.ts";
import type { NewDigestEvent, Window, WindowRequest } from "../digest/digest-store.ts";
import { transition } from "../runs/job-transitions.ts";
import type { Gate, Run, RunJob } from "../runs/run.ts";

/** The result of a batch's gates, beyond the new states of its jobs. */
export type GateResult = {
  /** Notifications that were merged into another notification's digest. */
  merged: { id: string; into: string }[];
  details: (ExecutionDetail & { notificationId: string })[];
};

/** A run that waits for a gate. */
export type Waiting<G extends Gate = Gate> = { run: Run; gate: G };

export type GateCall = {
  tx: Queryable;
  environmentId: string;
  now: Date;
  /** The store of the counts; explanations use a read-only one. */
  book: GateStore;
};

/** What gates read and write. */
export type GateStore = {
  /** Records an event of each key and returns the keys that were quiet before it. */
  findQuiet(call: GateCall, keys: readonly LookBack[]): Promise<MeetingKey[]>;
  /** The open window of each request, opened where there was none; its count already includes the request's events. */
  joinWindows(call: GateCall, requests: readonly WindowRequest[]): Promise<Window[]>;
  insertDigestEvents(call: GateCall, events: readonly NewDigestEvent[]): Promise<void>;
  /** Reschedules the closing of windows whose end has changed. */
  rescheduleClosing(call: GateCall, windows: readonly Window[]): Promise<void>;
  /** Counts entries into the current window of each key and returns the windows. */
  enterThrottles(call: GateCall, entries: readonly ThrottleWindowEntry[]): Promise<ThrottleWindow[]>;
};

export function waitingAt<K extends Gate["kind"]>(
  runs: readonly Run[],
  kind: K,
): Waiting<Extract<Gate, { kind: K }>>[] {
  return runs.flatMap((run) => {
    const { gate } = run.changes;
    return gate?.kind === kind ? [{ run, gate: gate as Extract<Gate, { kind: K }> }] : [];
  });
}

/** Undoes a gate's decision: a retried transaction decides again, perhaps differently. */
export function rewind({ run, gate }: Waiting): void {
  gate.job.status = "queued";
  gate.job.due = { kind: "never" };
  for (const follower of followersOf(run, gate.job)) {
    follower.status = "pending";
    follower.due = { kind: "never" };
  }
}

export function followersOf(run: Run, job: RunJob): RunJob[] {
  return run.jobs.slice(job.position + 1);
}

/** Resumes the run: this worker holds its next job and takes it up as soon as this is stored. */
export function resumeRun(run: Run, job: RunJob, status: "completed" | "skipped"): void {
  transition(job, status);
  const next = run.jobs[job.position + 1];
  if (!next || run.isSplit) return;
  next.due = { kind: "leased" };
  run.changes.jobs.add(next);
}

/** Ends the run: this job and every job after it. */
export function endRun(run: Run, job: RunJob, status: "merged" | "skipped"): void {
  for (const ended of [job, ...followersOf(run, job)]) {
    transition(ended, status);
    run.changes.jobs.add(ended);
  }
}

type GateDetailInput = { code: DetailCode; raw: Json; now: Date };

export function gateDetail(
  { run, gate }: Waiting,
  { code, raw, now }: GateDetailInput,
): GateResult["details"][number] {
  const detail = {
    id: newId(now.getTime()),
    position: gate.job.position,
    code,
    providerId: null,
    isRetry: false,
  };
  return { ...detail, notificationId: run.notification.id, raw: JSON.stringify(raw) };
}

/** The key at which runs meet: the step of the workflow, the subscriber, and a value of the payload. */
export type MeetingKey = { workflowId: string; stepId: string; subscriberId: string; value: string };

export function meetingKeyOf({ run, gate }: Waiting): MeetingKey {
  const { workflowId, subscriberId } = run.notification;
  const value = gate.kind === "digest" ? gate.digestKey : gate.throttleKey;
  return { workflowId, subscriberId, stepId: gate.job.stepId, value };
}

export type LookBack = MeetingKey & { lookBackMs: number };
export type ThrottleWindowEntry = MeetingKey & { count: number; endsAt: Date };
export type ThrottleWindow = MeetingKey & { openedAt: Date; endsAt: Date; executionCount: number };

export function nameOf({ workflowId, stepId, subscriberId, value }: MeetingKey): string {
  return JSON.stringify([workflowId, stepId, subscriberId, value]);
}
