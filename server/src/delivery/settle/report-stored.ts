import { OPEN_JOB_STATUSES } from "@tidings/contract";
import type { DetailCode } from "../../notifications/execution-detail.ts";
import type { Engine } from "../engine.ts";
import type { Run, RunJob } from "../runs/run.ts";

type Noting = Pick<Engine, "log" | "metrics">;

/**
 * Counts and logs the outcomes of runs after they are stored, so that every number can be found in the database. A job that
 * ends again (after a replay, or canceled after it was merged) counts again.
 */
export function reportStored(noting: Noting, environmentId: string, runs: readonly Run[]): void {
  countEnds(noting, runs);
  for (const run of runs) {
    reportDeadLetters(noting, environmentId, run);
    reportGivenUp(noting, environmentId, run);
  }
}

function countEnds({ metrics }: Noting, runs: readonly Run[]): void {
  const counts = new Map<string, { type: string; status: string; count: number }>();
  for (const { isNew, jobs, changes } of runs) {
    for (const job of isNew ? jobs : changes.jobs) {
      if (!hasJustEnded(job)) continue;
      const { type, status } = job;
      const known = counts.get(`${type}|${status}`) ?? { type, status, count: 0 };
      counts.set(`${type}|${status}`, known);
      known.count += 1;
    }
  }
  for (const { count, ...labels } of counts.values()) metrics.jobsEnded(labels, count);
}

/** Jobs whose end is already counted; a later detail of the job does not count again. */
const counted = new WeakMap<RunJob, string>();

function hasJustEnded(job: RunJob): boolean {
  const { status } = job;
  const isEnd = !OPEN_JOB_STATUSES.includes(status);
  if (!isEnd || counted.get(job) === status) return false;
  counted.set(job, status);
  return true;
}

function reportDeadLetters({ log, metrics }: Noting, environmentId: string, { changes }: Run): void {
  for (const { message, reason } of changes.dead) {
    const { channel, transactionId, notificationId, integrationId, providerId, attempts } = message;
    metrics.messageDied({ channel, reason });
    log.warn(
      {
        environmentId,
        transactionId,
        notificationId,
        messageId: message.id,
        channel,
        integrationId,
        providerId,
        attempts,
        reason,
      },
      "a message was given up; it is a dead letter",
    );
  }
}

/** Failures caused by the product or the process, not by a decision. */
const GIVEN_UP: readonly DetailCode[] = ["internal_error", "step_crashed"];

function reportGivenUp({ log }: Noting, environmentId: string, { notification, jobs, changes }: Run): void {
  const { id: notificationId, transactionId } = notification;
  for (const { code, position } of changes.details.filter((detail) => GIVEN_UP.includes(detail.code))) {
    const jobId = jobs[position]?.id;
    log.error({ environmentId, transactionId, notificationId, jobId, code }, "a job was given up");
  }
}
