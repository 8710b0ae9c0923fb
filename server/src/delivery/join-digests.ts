import type { Queryable } from "../database/database.ts";
import { groupBy } from "../foundation/group-by.ts";
import { newId } from "../foundation/id.ts";
import type { DetailCode, ExecutionDetail } from "../notifications/execution-detail.ts";
import {
  insertDigestEvents,
  joinWindows,
  type NewDigestEvent,
  type Window,
  type WindowWish,
} from "./digest-store.ts";
import { moveTo } from "./moves.ts";
import type { DigestJoin, Run } from "./run.ts";

type Joining = { run: Run; join: DigestJoin };
type Joined = {
  /** Notifications that went into another one's digest. */
  merged: { id: string; into: string }[];
  details: (ExecutionDetail & { notificationId: string })[];
};

/**
 * Puts the runs that wait for it into their digest windows, inside the settling transaction: either the window, its
 * events and the runs' new states are stored, or none of them.
 */
export async function joinDigests(
  tx: Queryable,
  environmentId: string,
  runs: readonly Run[],
  now: Date,
): Promise<Joined> {
  const joining = runs.flatMap((run) => (run.changes.join ? [{ run, join: run.changes.join }] : []));
  const joined: Joined = { merged: [], details: [] };
  if (joining.length === 0) return joined;
  for (const { run, join } of joining) rewind(run, join);
  const groups = [...groupBy(joining, groupName).values()];
  const windows = await joinWindows(tx, environmentId, groups.map(wishOf));
  const windowOf = new Map(windows.map((window) => [nameOf(window), window]));
  const events: NewDigestEvent[] = [];
  for (const group of groups) {
    const window = windowOf.get(groupName(group[0] as Joining)) as Window;
    group.forEach(({ run, join }, index) => {
      const seq = window.eventCount - group.length + index + 1;
      events.push({ windowJobId: window.jobId, notificationId: run.notification.id, seq });
      const code = join.job.id === window.jobId ? openedBy(join, window) : mergedInto(run, join);
      if (code === "digest_merged")
        joined.merged.push({ id: run.notification.id, into: window.notificationId });
      joined.details.push(detailOf(run, join, { code, window, now }));
    });
  }
  await insertDigestEvents(tx, environmentId, events, now);
  return joined;
}

function nameOf(key: {
  workflowId: string;
  stepId: string;
  subscriberId: string;
  digestKey: string;
}): string {
  return JSON.stringify([key.workflowId, key.stepId, key.subscriberId, key.digestKey]);
}

function groupName({ run, join }: Joining): string {
  const { workflowId, subscriberId } = run.notification;
  return nameOf({ workflowId, subscriberId, stepId: join.job.stepId, digestKey: join.digestKey });
}

/** A transaction that is tried again joins again, perhaps another window: back to where the first try began. */
function rewind(run: Run, { job }: DigestJoin): void {
  job.status = "queued";
  for (const follower of followers(run, job.position)) follower.status = "pending";
}

/** The first of a group opens the window, if it must be opened. */
function wishOf(group: Joining[]): WindowWish {
  const { run, join } = group[0] as Joining;
  const { id, workflowId, subscriberId } = run.notification;
  const { stepId, id: jobId } = join.job;
  const { digestKey, closesAt } = join;
  return {
    jobId,
    notificationId: id,
    workflowId,
    stepId,
    subscriberId,
    digestKey,
    closesAt,
    count: group.length,
  };
}

function openedBy({ job }: DigestJoin, window: Window): DetailCode {
  moveTo(job, "delayed", { kind: "at", at: window.closesAt });
  return "step_digested";
}

/** The run ends here; its event goes on in the window's notification. */
function mergedInto(run: Run, { job }: DigestJoin): DetailCode {
  for (const ended of [job, ...followers(run, job.position)]) {
    moveTo(ended, "merged");
    run.changes.jobs.add(ended);
  }
  return "digest_merged";
}

function followers(run: Run, position: number) {
  return run.jobs.slice(position + 1);
}

type Told = { code: DetailCode; window: Window; now: Date };

function detailOf(run: Run, { job }: DigestJoin, { code, window, now }: Told) {
  const raw =
    code === "step_digested"
      ? { untilDate: window.closesAt.toISOString() }
      : { digestedInto: window.notificationId };
  const detail = { id: newId(now.getTime()), jobId: job.id, code, providerId: null, isRetry: false };
  return { ...detail, notificationId: run.notification.id, raw: JSON.stringify(raw) };
}
