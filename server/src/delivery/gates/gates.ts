import type { Queryable } from "../../database/database.ts";
import type { StepId, SubscriberId, WorkflowId } from "../../foundation/ids.ts";
import type { CarriedEvents, NewDigestEvent, Window, WindowRequest } from "../digest/digest-store.ts";
import { type AdvancedRun, type AtGate, jobAt, withGate, withJob } from "../runs/advanced-run.ts";
import { transition } from "../runs/job-transitions.ts";
import type { Gate } from "../runs/run.ts";

/** A notification that was merged into another notification's digest. */
export type Merge = { id: string; into: string };
/** The run after its gate: it has passed, has ended, or waits in a window; and the digest into which it was merged. */
export type GateResult = { advanced: AdvancedRun; merge?: Merge };

/** A run that waits at a gate. */
export type GateRun<G extends Gate = Gate> = { advanced: AdvancedRun; gate: AtGate<G> };

export type GateCall = {
  tx: Queryable;
  environmentId: string;
  now: Date;
  /** The store of the counts; explanations use a read-only one. */
  gateStore: GateStore;
};

/** What gates read and write. */
export type GateStore = {
  /** Records an event of each key and returns the keys that were quiet before it. */
  findQuiet(call: GateCall, keys: readonly LookBack[]): Promise<MeetingKey[]>;
  /** The number of events of each closed window, by the job that opened it. */
  countDigestEvents(call: GateCall, jobIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The open window of each request, opened where there was none; its count already includes the request's events. */
  joinWindows(call: GateCall, requests: readonly WindowRequest[]): Promise<Window[]>;
  insertDigestEvents(call: GateCall, events: readonly NewDigestEvent[]): Promise<void>;
  insertCarriedEvents(call: GateCall, carried: readonly CarriedEvents[]): Promise<void>;
  /** Reschedules the closing of windows whose end has changed. */
  rescheduleClosing(call: GateCall, windows: readonly Window[]): Promise<void>;
  /** Counts entries into the current window of each key and returns the windows. */
  enterThrottles(call: GateCall, entries: readonly ThrottleWindowEntry[]): Promise<ThrottleWindow[]>;
};

export function runsAt<K extends Gate["kind"]>(
  runs: readonly AdvancedRun[],
  kind: K,
): GateRun<Extract<Gate, { kind: K }>>[] {
  return runs.flatMap((advanced) => {
    const { gate } = advanced.changes;
    return gate?.kind === kind ? [{ advanced, gate: gate as AtGate<Extract<Gate, { kind: K }>> }] : [];
  });
}

/** Resumes the run: this worker holds its next job and takes it up as soon as this is stored. */
export function resumeRun({ advanced, gate }: GateRun, status: "completed" | "skipped"): AdvancedRun {
  const passed = transition(withGate(advanced, undefined), gate.position, status);
  const next = passed.run.jobs[gate.position + 1];
  return next && !passed.run.isSplit ? withJob(passed, next.position, { due: { kind: "leased" } }) : passed;
}

/** Ends the run: this job and every job after it. */
export function endRun({ advanced, gate }: GateRun, status: "merged" | "skipped"): AdvancedRun {
  return advanced.run.jobs
    .slice(gate.position)
    .reduce((ending, job) => transition(ending, job.position, status), withGate(advanced, undefined));
}

/** The key at which runs meet: the step of the workflow, the subscriber, and a value of the payload. */
export type MeetingKey = {
  workflowId: WorkflowId;
  stepId: StepId;
  subscriberId: SubscriberId;
  value: string;
};

export function meetingKeyOf({ advanced, gate }: GateRun): MeetingKey {
  const { workflowId, subscriberId } = advanced.run.notification;
  const value = gate.kind === "digest" ? gate.digestKey : gate.throttleKey;
  return { workflowId, subscriberId, stepId: jobAt(advanced, gate.position).stepId, value };
}

export type LookBack = MeetingKey & { lookBackMs: number };
export type ThrottleWindowEntry = MeetingKey & { count: number; endsAt: Date };
export type ThrottleWindow = MeetingKey & { openedAt: Date; endsAt: Date; executionCount: number };

export function nameOf({ workflowId, stepId, subscriberId, value }: MeetingKey): string {
  return JSON.stringify([workflowId, stepId, subscriberId, value]);
}
