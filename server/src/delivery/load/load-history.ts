import type { Queryable } from "../../database/database.ts";
import { groupBy } from "../../foundation/group-by.ts";
import type { Message, StoredMessage } from "../../messages/message.ts";
import { type Digested, findDigestEvents } from "../digest/digest-store.ts";
import {
  type Engagement,
  type History,
  hasReceipts,
  heldJob,
  isOpen,
  type LoadedRun,
  NOTHING_SENT,
  type RunJob,
  type Sending,
} from "../runs/run.ts";
import { findEngagements, findSendings, MAX_DIGEST_BYTES, type StoredEngagement } from "./run-store.ts";

/** The runs with the results of earlier steps; reads only what a run of the batch has. */
export async function withHistory(
  database: Queryable,
  environmentId: string,
  runs: readonly LoadedRun[],
  now: Date,
): Promise<LoadedRun[]> {
  const idsWith = (wanted: (job: RunJob) => boolean) =>
    runs.filter((run) => run.jobs.some(wanted)).map(({ notification }) => notification.id);
  const digests = runs.flatMap((run) =>
    run.jobs.filter((job) => job.type === "digest" && job.status !== "pending"),
  );
  const sending = idsWith((job) => job.status === "running");
  const engaged = runs
    .filter((run) => hasInApp(run) || awaitsReceipt(run))
    .map(({ notification }) => notification.id);
  const collected = { jobIds: digests.map(({ id }) => id), maxBytes: MAX_DIGEST_BYTES };
  const [digested, sent, engagements] = await Promise.all([
    digests.length > 0 ? findDigestEvents(database, environmentId, collected) : new Map<string, Digested>(),
    sending.length > 0 ? findSendings(database, environmentId, sending) : [],
    engaged.length > 0 ? findEngagements(database, environmentId, engaged) : [],
  ]);
  const messagesOf = groupBy(sent, (message) => message.notificationId);
  const engagementsOf = groupBy(engagements, (engagement) => engagement.notificationId);
  return runs.map((run) => ({
    ...run,
    ...digestsOf(run, digested),
    engagements: engagementsIn(run, engagementsOf.get(run.notification.id) ?? []),
    undelivered: undeliveredIn(run, engagementsOf.get(run.notification.id) ?? []),
    // Nothing more goes out to a subscriber that was deleted.
    sending: run.subscriber ? sendingOf(ownMessages(run, messagesOf), now) : NOTHING_SENT,
  }));
}

const HAVE_ENDED: readonly string[] = ["completed", "delayed"];

function hasInApp({ jobs }: LoadedRun): boolean {
  return jobs.some(({ type, status }) => type === "in_app" && HAVE_ENDED.includes(status));
}

/** A step that is still ahead runs only if an earlier one, whose messages a vendor has accepted, did not deliver. */
function awaitsReceipt({ jobs, workflow }: LoadedRun): boolean {
  const { steps } = workflow.definition;
  const ahead = new Set(jobs.filter(({ status }) => isOpen(status)).map(({ stepId }) => stepId));
  const named = steps.flatMap(({ id, onlyIf }) =>
    ahead.has(id) && onlyIf?.is === "not_delivered" ? [onlyIf.step] : [],
  );
  if (named.length === 0) return false;
  const earlier = new Set(steps.filter(({ stepKey }) => named.includes(stepKey)).map(({ id }) => id));
  return jobs.some(
    ({ stepId, type, status }) => earlier.has(stepId) && hasReceipts(type) && HAVE_ENDED.includes(status),
  );
}

/** The steps that ended well and whose messages all failed later, by the receipts of their vendors. */
function undeliveredIn({ jobs }: LoadedRun, stored: readonly StoredEngagement[]): History["undelivered"] {
  const byPosition = groupBy(stored, ({ position }) => position);
  const failed = [...byPosition].filter(([, messages]) => messages.every(({ status }) => status === "error"));
  const ofJobs = failed.flatMap(([position]) => jobs[position] ?? []);
  return new Set(
    ofJobs
      .filter(({ type, status }) => hasReceipts(type) && HAVE_ENDED.includes(status))
      .map(({ stepId }) => stepId),
  );
}

function digestsOf(
  { jobs }: LoadedRun,
  digested: ReadonlyMap<string, Digested>,
): Pick<History, "digestEvents" | "digestCounts"> {
  const digests = jobs.flatMap(({ id, stepId }) => {
    const digest = digested.get(id);
    return digest ? [{ stepId, ...digest }] : [];
  });
  return {
    digestEvents: new Map(digests.map(({ stepId, events }) => [stepId, events])),
    digestCounts: new Map(digests.map(({ stepId, count }) => [stepId, count])),
  };
}

/** A repeated step has several messages; a reaction to any of them counts. */
function engagementsIn(
  { jobs }: LoadedRun,
  engagements: readonly StoredEngagement[],
): History["engagements"] {
  const strongest = new Map<string, Engagement>();
  for (const stored of engagements) {
    const job = jobs[stored.position];
    if (job?.type !== "in_app") continue;
    const other = strongest.get(job.stepId);
    if (!other?.read && !(other?.seen && !stored.readAt)) strongest.set(job.stepId, engagementOf(stored));
  }
  return strongest;
}

/** The messages of the job that this worker holds. */
function ownMessages(run: LoadedRun, messagesOf: ReadonlyMap<string, readonly StoredMessage[]>): Message[] {
  const held = heldJob(run);
  const { id, transactionId, workflowId } = run.notification;
  if (!held) return [];
  return (messagesOf.get(id) ?? [])
    .filter(({ position }) => position === held.position)
    .map((message) => ({ ...message, jobId: held.id, stepId: held.stepId, transactionId, workflowId }));
}

/**
 * Sorts the messages of the job: sent, given up, due now, or waiting for the next attempt. One that is sent is due or waits, too, if some
 * of its recipients are to be tried again.
 */
function sendingOf(messages: readonly Message[], now: Date): Sending {
  const open = messages.filter(isStillSent);
  const isDue = ({ nextAttemptAt }: Message) => nextAttemptAt === null || nextAttemptAt <= now;
  return {
    unanswered: open.filter(isDue),
    postponed: open.filter((message) => !isDue(message)),
    hasSent: messages.some(({ status }) => status === "sent"),
    deadLetterCount: messages.filter(({ status }) => status === "error").length,
  };
}

function isStillSent({ status, nextAttemptAt }: Message): boolean {
  return status === null || (status === "sent" && nextAttemptAt !== null);
}

function engagementOf({ seenAt, readAt }: StoredEngagement): Engagement {
  return {
    seen: seenAt !== null,
    read: readAt !== null,
    lastSeenDate: seenAt?.toISOString() ?? null,
    lastReadDate: readAt?.toISOString() ?? null,
  };
}
