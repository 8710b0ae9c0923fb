import type { Queryable, Transactional } from "../../database/database.ts";
import { readTime } from "../../environments/environment-store.ts";
import type { DetailCode } from "../../notifications/execution-detail.ts";
import { insertDetails } from "../../notifications/execution-detail-store.ts";
import { newDetail } from "../../notifications/new-detail.ts";
import { cancelFanout } from "../../triggers/trigger-store.ts";
import {
  type Cancelable,
  type CanceledJob,
  cancelJobs,
  cancelMessages,
  type EndedJob,
  type HeldWindow,
  handWindowsOver,
  lockWaitingJobs,
  lockWindows,
  removeDigestEvents,
  type WaitingJob,
} from "./cancel-store.ts";

/**
 * Cancels what a trigger has not done yet: recipients that are not expanded, and runs that wait for a delay, a
 * digest, or the next attempt at a message. A message that a worker is sending goes out; so does a digest that has
 * just closed, because of its other events.
 */
export async function cancelTransaction(
  database: Transactional,
  environmentId: string,
  transactionId: string,
): Promise<Cancellation> {
  return database.transaction(async (tx): Promise<Cancellation> => {
    const wasExpanding = await cancelFanout(tx, environmentId, transactionId);
    const canceled = await cancelWaiting(tx, environmentId, { transactionId });
    return { isAnything: wasExpanding || canceled.length > 0, canceled };
  });
}

/** Cancels what one notification has not done yet, by the same rules. @returns the canceled jobs, by position. */
export async function cancelNotification(
  database: Transactional,
  environmentId: string,
  notificationId: string,
): Promise<EndedJob[]> {
  const canceled = await database.transaction((tx) => cancelWaiting(tx, environmentId, { notificationId }));
  return canceled.toSorted((a, b) => a.position - b.position);
}

async function cancelWaiting(tx: Queryable, environmentId: string, what: Cancelable): Promise<EndedJob[]> {
  const waiting = await lockWaitingJobs(tx, environmentId, what);
  if (waiting.length === 0) return [];
  const windows = await lockWindows(
    tx,
    environmentId,
    waiting.map((job) => job.notificationId),
  );
  const canceled = canceledOf(waiting, windows);
  if (canceled.length === 0) return [];
  const { now } = await readTime(tx, environmentId);
  const ended = canceled.filter(({ isAlone }) => !isAlone);
  await leaveWindows({ tx, environmentId, now }, ended, windows);
  const jobs = await cancelJobs(tx, environmentId, canceled, now);
  await cancelMessages(tx, environmentId, canceled, now);
  await insertDetails(
    tx,
    environmentId,
    canceled.filter(hasOwnDetail).map((job) => newDetail(job, { code: codeOf(job), now })),
    now,
  );
  return jobs;
}

/** A sent message is only given up for the recipients that it has not reached. */
function codeOf({ isSent }: CanceledJob): DetailCode {
  return isSent ? "recipients_missed" : "step_canceled";
}

/** Whether there was anything to cancel, and the jobs that were canceled. */
export type Cancellation = { isAnything: boolean; canceled: EndedJob[] };

/** All waiting jobs; where a digest of the run is being sent, only messages that wait for their next attempt. */
function canceledOf(waiting: readonly WaitingJob[], windows: readonly HeldWindow[]): CanceledJob[] {
  const onTheirWay = new Set(
    waiting.filter((job) => isOnItsWay(job, windows)).map((job) => job.notificationId),
  );
  return waiting
    .map((job) => ({ ...job, isAlone: onTheirWay.has(job.notificationId) }))
    .filter(({ isAlone, isSending }) => !isAlone || isSending);
}

/** Where a digest was merged, the digests after it were merged too: only the first counts. */
function hasOwnDetail({ isMerged, notificationId }: CanceledJob, index: number, all: CanceledJob[]): boolean {
  const previous = all[index - 1];
  return !(isMerged && previous?.isMerged && previous.notificationId === notificationId);
}

function isOnItsWay(job: WaitingJob, windows: readonly HeldWindow[]): boolean {
  return windows.some(
    (window) =>
      window.notificationId === job.notificationId &&
      !window.isOpen &&
      (job.isMerged || window.windowJobId === job.jobId),
  );
}

type Canceling = { tx: Queryable; environmentId: string; now: Date };

async function leaveWindows(
  { tx, environmentId, now }: Canceling,
  canceled: readonly WaitingJob[],
  windows: readonly HeldWindow[],
): Promise<void> {
  const gone = new Set(canceled.map((job) => job.notificationId));
  const left = windows.filter((window) => window.isOpen && gone.has(window.notificationId));
  if (left.length === 0) return;
  await removeDigestEvents(tx, environmentId, left);
  const orphaned = left.filter((window) => window.isMain).map((window) => window.windowJobId);
  if (orphaned.length > 0) await handWindowsOver(tx, environmentId, orphaned, now);
}
