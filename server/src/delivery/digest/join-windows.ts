import { failpoint } from "../../foundation/failpoint.ts";
import { groupBy } from "../../foundation/group-by.ts";
import {
  endRun,
  type GateCall,
  type GateResult,
  type GateRun,
  meetingKeyOf,
  nameOf,
  resumeRun,
} from "../gates/gates.ts";
import { type AdvancedRun, jobAt, note, withGate } from "../runs/advanced-run.ts";
import { transition } from "../runs/job-transitions.ts";
import type { DigestJoin } from "../runs/run.ts";
import type { CarriedEvents, NewDigestEvent, Window, WindowRequest } from "./digest-store.ts";

type DigestRun = GateRun<DigestJoin>;
/** A run with the number of events that it brings: its own one, or all of the window that its earlier digest closed. */
type BringingRun = DigestRun & { count: number; closedJobId?: string };
/** The result of each run of a batch. */
type GateResults = Map<AdvancedRun, GateResult>;

/**
 * Adds runs to the open window of their key, or opens one; a look-back digest first lets an event pass after a quiet
 * period.
 */
export async function passDigests(call: GateCall, runs: readonly DigestRun[]): Promise<GateResults> {
  const results = await skipAfterQuietPeriod(call, runs);
  const joining = await withEvents(
    call,
    runs.filter(({ advanced }) => !results.has(advanced)),
  );
  const groups = groupBy(joining, (one) => nameOf(meetingKeyOf(one)));
  if (groups.size === 0) return results;
  const windows = await call.gateStore.joinWindows(call, [...groups.values()].map(requestOf));
  failpoint("W8");
  const events: NewDigestEvent[] = [];
  const carried: CarriedEvents[] = [];
  for (const window of windows) {
    const group = groups.get(nameOf({ ...window, value: window.digestKey })) ?? [];
    let seq = window.eventCount - countOf(group) + 1;
    for (const one of group) {
      const { advanced, closedJobId, count } = one;
      const place = { windowJobId: window.jobId, seq };
      if (closedJobId === undefined) events.push({ ...place, notificationId: advanced.run.notification.id });
      else carried.push({ ...place, closedJobId });
      seq += count;
      results.set(advanced, join(one, window));
    }
  }
  if (events.length > 0) await call.gateStore.insertDigestEvents(call, events);
  if (carried.length > 0) await call.gateStore.insertCarriedEvents(call, carried);
  await call.gateStore.rescheduleClosing(call, windows.filter(isMoving));
  return results;
}

/** A run that an earlier digest let through stands for all events of that digest. */
async function withEvents(call: GateCall, runs: readonly DigestRun[]): Promise<BringingRun[]> {
  const closedJobIds = runs.flatMap((one) => closedJobOf(one) ?? []);
  if (closedJobIds.length === 0) return runs.map((one) => ({ ...one, count: 1 }));
  const counts = await call.gateStore.countDigestEvents(call, closedJobIds);
  return runs.map((one) => {
    const closedJobId = closedJobOf(one);
    const count = closedJobId === undefined ? undefined : counts.get(closedJobId);
    return closedJobId === undefined || !count ? { ...one, count: 1 } : { ...one, count, closedJobId };
  });
}

/** The job of the run's last digest before this one; one that was skipped collected nothing. */
function closedJobOf({ advanced, gate }: DigestRun): string | undefined {
  const earlier = advanced.run.jobs.slice(0, gate.position);
  return earlier.findLast(({ type, status }) => type === "digest" && status === "completed")?.id;
}

function countOf(group: readonly BringingRun[]): number {
  return group.reduce((sum, { count }) => sum + count, 0);
}

/** Without another event of the key within the look-back, the first event is not collected. */
async function skipAfterQuietPeriod(call: GateCall, runs: readonly DigestRun[]): Promise<GateResults> {
  const looking = runs.filter(({ gate }) => gate.lookBackMs !== undefined);
  const firsts = [...groupBy(looking, (one) => nameOf(meetingKeyOf(one))).values()].map(
    (group) => group[0] as DigestRun,
  );
  if (firsts.length === 0) return new Map();
  const keys = firsts.map((one) => ({ ...meetingKeyOf(one), lookBackMs: one.gate.lookBackMs as number }));
  const quiet = new Set((await call.gateStore.findQuiet(call, keys)).map(nameOf));
  const passed = firsts.filter((one) => quiet.has(nameOf(meetingKeyOf(one))));
  return new Map(
    passed.map((one) => {
      const resumed = resumeRun(one, "skipped");
      const notes = [{ code: "digest_skipped" as const, raw: {} }];
      return [one.advanced, { advanced: note(resumed, one.gate.position, notes) }];
    }),
  );
}

/** The first run of a group opens the window, if there is none. */
function requestOf(group: readonly BringingRun[]): WindowRequest {
  const { advanced, gate } = group[0] as BringingRun;
  const { id, workflowId, subscriberId } = advanced.run.notification;
  const { digestKey, closesAt, latestCloseAt = null, closesAtCount = null } = gate;
  const { id: jobId, stepId } = jobAt(advanced, gate.position);
  const window = { digestKey, closesAt, latestCloseAt, closesAtCount, count: countOf(group) };
  return { jobId, stepId, notificationId: id, workflowId, subscriberId, ...window };
}

/** The end may have changed with the events that joined. */
function isMoving({ latestCloseAt, closesAtCount }: Window): boolean {
  return latestCloseAt !== null || closesAtCount !== null;
}

function join(one: DigestRun, window: Window): GateResult {
  const { advanced, gate } = one;
  if (jobAt(advanced, gate.position).id === window.jobId) {
    const due = { kind: "at", at: window.closesAt } as const;
    const delayed = transition(withGate(advanced, undefined), gate.position, "delayed", due);
    const raw = { untilDate: window.closesAt.toISOString() };
    return { advanced: note(delayed, gate.position, [{ code: "step_digested", raw }]) };
  }
  const raw = { digestedInto: window.notificationId };
  return {
    advanced: note(endRun(one, "merged"), gate.position, [{ code: "digest_merged", raw }]),
    merge: { id: advanced.run.notification.id, into: window.notificationId },
  };
}
