import type { Queryable } from "../database/database.ts";
import { groupBy } from "../foundation/group-by.ts";
import type { Message } from "../messages/message.ts";
import type { DigestEvent, Job } from "../notifications/notification.ts";
import { findSubscribers } from "../subscribers/subscriber-store.ts";
import type { ClaimedJob } from "./claim-store.ts";
import { closeWindows, findDigestEvents } from "./digest-store.ts";
import type { Engine } from "./engine.ts";
import { type Engagement, noChanges, type Run, type RunJob } from "./run.ts";
import {
  findEngagements,
  findRunJobs,
  findRuns,
  findUnanswered,
  type StoredEngagement,
  type StoredRun,
} from "./run-store.ts";

/** A job that was taken this often without an outcome has crashed its worker each time. */
const MOST_CLAIMS = 3;

type StoredJob = Job & { notificationId: string };

/** What the runs of a batch have behind them, beside their jobs. */
type Past = {
  /** By the digest's job. */
  events: Map<string, DigestEvent[]>;
  /** By their job. */
  unanswered: Map<string, Message[]>;
  /** By their notification. */
  engagements: Map<string, StoredEngagement[]>;
};

/** Reads everything the runs of claimed jobs need, a few statements whatever their number. */
export async function recall(
  engine: Engine,
  environmentId: string,
  claimed: readonly ClaimedJob[],
): Promise<Run[]> {
  const { database } = engine;
  const notificationIds = claimed.map((job) => job.notificationId);
  await closeDueDigests(database, environmentId, claimed);
  const [stored, jobs] = await Promise.all([
    findRuns(database, environmentId, notificationIds),
    findRunJobs(database, environmentId, notificationIds),
  ]);
  const externalIds = stored.flatMap((run) => run.subscriberExternalId ?? []);
  const [versionOf, subscribers, past] = await Promise.all([
    engine.versions.get(database, environmentId, stored.map(versionKey)),
    externalIds.length > 0 ? findSubscribers(database, environmentId, externalIds) : [],
    findPast(database, environmentId, { stored, jobs }),
  ]);
  const subscriberOf = new Map(subscribers.map((subscriber) => [subscriber.id, subscriber]));
  const jobsOf = groupBy(jobs, (job) => job.notificationId);
  const claimOf = new Map(claimed.map((claim) => [claim.notificationId, claim]));
  return stored.map(({ payload, overrides, subscriberExternalId: _, ...notification }): Run => {
    const claim = claimOf.get(notification.id) as ClaimedJob;
    const own = (jobsOf.get(notification.id) ?? []).map((job) => toRunJob(job, claim));
    const known = { payload, overrides, subscriber: subscriberOf.get(notification.subscriberId) };
    const workflow = versionOf(versionKey(notification));
    const held = own.find((job) => job.position === claim.position);
    const state = { isNew: false, jobs: own, held, changes: noChanges() };
    return { notification, workflow, ...known, ...state, ...pastOf(past, own, claim) };
  });
}

function versionKey(run: { workflowId: string; workflowVersion: number }) {
  return { workflowId: run.workflowId, version: run.workflowVersion };
}

/** A digest closes before it is read, so that what is read is what will be sent, also after a crash in between. */
async function closeDueDigests(
  database: Queryable,
  environmentId: string,
  claimed: readonly ClaimedJob[],
): Promise<void> {
  const ids = claimed.filter((job) => job.type === "digest").map((job) => job.id);
  if (ids.length > 0) await closeWindows(database, environmentId, ids);
}

/** Asks only for what some run of the batch has. */
async function findPast(
  database: Queryable,
  environmentId: string,
  { stored, jobs }: { stored: readonly StoredRun[]; jobs: readonly StoredJob[] },
): Promise<Past> {
  const owners = (wanted: (job: StoredJob) => boolean) => {
    const ids = new Set(jobs.filter(wanted).map((job) => job.notificationId));
    return stored.filter((run) => ids.has(run.id));
  };
  const digests = jobs.filter((job) => job.type === "digest" && job.status !== "pending").map(({ id }) => id);
  const sending = owners((job) => job.status === "running");
  const engaged = owners((job) => job.type === "in_app" && job.status === "completed");
  const [events, unanswered, engagements] = await Promise.all([
    digests.length > 0
      ? findDigestEvents(database, environmentId, digests)
      : new Map<string, DigestEvent[]>(),
    sending.length > 0 ? findUnanswered(database, environmentId, sending) : [],
    engaged.length > 0 ? findEngagements(database, environmentId, engaged) : [],
  ]);
  return {
    events,
    unanswered: groupBy(unanswered, (message) => message.jobId),
    engagements: groupBy(engagements, (engagement) => engagement.notificationId),
  };
}

function pastOf(past: Past, jobs: readonly RunJob[], claim: ClaimedJob) {
  const own = past.engagements.get(claim.notificationId) ?? [];
  return {
    digestEvents: new Map(
      jobs.flatMap((job) => {
        const events = past.events.get(job.id);
        return events ? [[job.stepId, events] as const] : [];
      }),
    ),
    unanswered: past.unanswered.get(claim.id) ?? [],
    engagements: new Map(own.map((stored) => [stored.stepId, engagementOf(stored)])),
  };
}

function engagementOf({ seenAt, readAt }: StoredEngagement): Engagement {
  return {
    seen: seenAt !== null,
    read: readAt !== null,
    lastSeenDate: seenAt?.toISOString() ?? null,
    lastReadDate: readAt?.toISOString() ?? null,
  };
}

function toRunJob({ notificationId: _, ...job }: StoredJob, claim: ClaimedJob): RunJob {
  const isClaimed = job.position === claim.position;
  return {
    ...job,
    due: isClaimed ? { kind: "leased" } : { kind: "never" },
    lease: isClaimed ? claim.lease : 0,
    claimsSpent: isClaimed && claim.claims > MOST_CLAIMS,
  };
}
