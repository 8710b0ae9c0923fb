import type { InboxHints } from "../../inbox/inbox-hints.ts";
import type { DetailCode } from "../../notifications/execution-detail.ts";
import type { Engine } from "../engine.ts";
import type { AdvancedRun } from "../runs/advanced-run.ts";
import { endedJobs } from "./count-steps.ts";

type Noting = Pick<Engine, "log" | "metrics" | "inboxHints">;

/**
 * Counts and logs the outcomes of runs after they are stored, so that every number can be found in the database. A job that
 * ends again (after a replay, or canceled after it was merged) counts again.
 */
export function reportStored(noting: Noting, environmentId: string, runs: readonly AdvancedRun[]): void {
  countEnds(noting, runs);
  if (noting.inboxHints) hintInboxes(noting.inboxHints, environmentId, runs);
  for (const run of runs) {
    reportDeadLetters(noting, environmentId, run);
    reportGivenUp(noting, environmentId, run);
  }
}

/** Browsers that are connected show new in-app messages at once. */
function hintInboxes(hints: InboxHints, environmentId: string, runs: readonly AdvancedRun[]): void {
  const messages = runs.flatMap(({ changes }) => changes.newMessages);
  const shown = messages.filter(({ channel, status }) => channel === "in_app" && status === "sent");
  if (shown.length === 0) return;
  hints.changed(
    environmentId,
    shown.map(({ subscriberId, id }) => ({ subscriberId, messageId: id })),
  );
}

function countEnds({ metrics }: Noting, runs: readonly AdvancedRun[]): void {
  const counts = new Map<string, { type: string; status: string; count: number }>();
  for (const { type, status } of runs.flatMap(endedJobs)) {
    const counter = counts.get(`${type}|${status}`) ?? { type, status, count: 0 };
    counts.set(`${type}|${status}`, counter);
    counter.count += 1;
  }
  for (const { count, ...labels } of counts.values()) metrics.jobsEnded(labels, count);
}

function reportDeadLetters({ log, metrics }: Noting, environmentId: string, { changes }: AdvancedRun): void {
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

function reportGivenUp({ log }: Noting, environmentId: string, { run, changes }: AdvancedRun): void {
  const { id: notificationId, transactionId } = run.notification;
  for (const { code, position } of changes.details.filter((detail) => GIVEN_UP.includes(detail.code))) {
    const jobId = run.jobs[position]?.id;
    log.error({ environmentId, transactionId, notificationId, jobId, code }, "a job was given up");
  }
}
