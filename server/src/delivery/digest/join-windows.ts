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
import type { NewDigestEvent, Window, WindowRequest } from "./digest-store.ts";

type DigestRun = GateRun<DigestJoin>;
/** The result of each run of a batch. */
type GateResults = Map<AdvancedRun, GateResult>;

/**
 * Adds runs to the open window of their key, or opens one; a look-back digest first lets an event pass after a quiet
 * period.
 */
export async function passDigests(call: GateCall, runs: readonly DigestRun[]): Promise<GateResults> {
  const results = await skipAfterQuietPeriod(call, runs);
  const joining = runs.filter(({ advanced }) => !results.has(advanced));
  const groups = groupBy(joining, (one) => nameOf(meetingKeyOf(one)));
  if (groups.size === 0) return results;
  const windows = await call.gateStore.joinWindows(call, [...groups.values()].map(requestOf));
  failpoint("W8");
  const events: NewDigestEvent[] = [];
  for (const window of windows) {
    const group = groups.get(nameOf({ ...window, value: window.digestKey })) ?? [];
    group.forEach((one, index) => {
      const seq = window.eventCount - group.length + index + 1;
      const { id: notificationId } = one.advanced.run.notification;
      events.push({ windowJobId: window.jobId, notificationId, seq });
      results.set(one.advanced, join(one, window));
    });
  }
  await call.gateStore.insertDigestEvents(call, events);
  await call.gateStore.rescheduleClosing(call, windows.filter(isMoving));
  return results;
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
function requestOf(group: readonly DigestRun[]): WindowRequest {
  const { advanced, gate } = group[0] as DigestRun;
  const { id, workflowId, subscriberId } = advanced.run.notification;
  const { digestKey, closesAt, latestCloseAt = null, closesAtCount = null } = gate;
  const { id: jobId, stepId } = jobAt(advanced, gate.position);
  const window = { digestKey, closesAt, latestCloseAt, closesAtCount, count: group.length };
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
