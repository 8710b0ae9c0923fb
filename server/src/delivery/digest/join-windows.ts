import { failpoint } from "../../foundation/failpoint.ts";
import { groupBy } from "../../foundation/group-by.ts";
import {
  endRun,
  type GateCall,
  type GateResult,
  gateDetail,
  meetingKeyOf,
  nameOf,
  resumeRun,
  type Waiting,
} from "../gates/gates.ts";
import { transition } from "../runs/job-transitions.ts";
import type { DigestJoin } from "../runs/run.ts";
import type { NewDigestEvent, Window, WindowRequest } from "./digest-store.ts";

type Joining = Waiting<DigestJoin>;

/**
 * Adds runs to the open window of their key, or opens one; a look-back digest first lets an event pass after a quiet
 * period.
 */
export async function passDigests(call: GateCall, waiting: Joining[], passage: GateResult): Promise<void> {
  const passed = await skipAfterQuietPeriod(call, waiting, passage);
  const groups = groupBy(
    waiting.filter((one) => !passed.has(one)),
    (one) => nameOf(meetingKeyOf(one)),
  );
  if (groups.size === 0) return;
  const windows = await call.book.joinWindows(call, [...groups.values()].map(wishOf));
  failpoint("W8");
  const events: NewDigestEvent[] = [];
  for (const window of windows) {
    const group = groups.get(nameOf({ ...window, value: window.digestKey })) ?? [];
    group.forEach((one, index) => {
      const seq = window.eventCount - group.length + index + 1;
      events.push({ windowJobId: window.jobId, notificationId: one.run.notification.id, seq });
      join(one, { window, call, passage });
    });
  }
  await call.book.insertDigestEvents(call, events);
  await call.book.rescheduleClosing(call, windows.filter(isMoving));
}

/** Without another event of the key within the look-back, the first event is not collected. */
async function skipAfterQuietPeriod(
  call: GateCall,
  waiting: readonly Joining[],
  passage: GateResult,
): Promise<Set<Joining>> {
  const looking = waiting.filter(({ gate }) => gate.lookBackMs !== undefined);
  const firsts = [...groupBy(looking, (one) => nameOf(meetingKeyOf(one))).values()].map(
    (group) => group[0] as Joining,
  );
  if (firsts.length === 0) return new Set();
  const keys = firsts.map((one) => ({ ...meetingKeyOf(one), lookBackMs: one.gate.lookBackMs as number }));
  const quiet = new Set((await call.book.findQuiet(call, keys)).map(nameOf));
  const passed = firsts.filter((one) => quiet.has(nameOf(meetingKeyOf(one))));
  for (const one of passed) {
    resumeRun(one.run, one.gate.job, "skipped");
    passage.details.push(gateDetail(one, { code: "digest_skipped", raw: {}, now: call.now }));
  }
  return new Set(passed);
}

/** The first run of a group opens the window, if there is none. */
function wishOf(group: Joining[]): WindowRequest {
  const { run, gate } = group[0] as Joining;
  const { id, workflowId, subscriberId } = run.notification;
  const { digestKey, closesAt, latestCloseAt = null, closesAtCount = null } = gate;
  const job = { jobId: gate.job.id, stepId: gate.job.stepId };
  const window = { digestKey, closesAt, latestCloseAt, closesAtCount, count: group.length };
  return { ...job, notificationId: id, workflowId, subscriberId, ...window };
}

/** The end may have changed with the events that joined. */
function isMoving({ latestCloseAt, closesAtCount }: Window): boolean {
  return latestCloseAt !== null || closesAtCount !== null;
}

type Into = { window: Window; call: GateCall; passage: GateResult };

function join(one: Joining, { window, call, passage }: Into): void {
  const { run, gate } = one;
  if (gate.job.id === window.jobId) {
    transition(gate.job, "delayed", { kind: "at", at: window.closesAt });
    const raw = { untilDate: window.closesAt.toISOString() };
    passage.details.push(gateDetail(one, { code: "step_digested", raw, now: call.now }));
    return;
  }
  endRun(run, gate.job, "merged");
  passage.merged.push({ id: run.notification.id, into: window.notificationId });
  const raw = { digestedInto: window.notificationId };
  passage.details.push(gateDetail(one, { code: "digest_merged", raw, now: call.now }));
}
