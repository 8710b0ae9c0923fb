import { groupBy } from "../foundation/group-by.ts";
import { findSubscribers } from "../subscribers/subscriber-store.ts";
import type { ClaimedJob } from "./claim-store.ts";
import { closeWindows, findDigestEvents } from "./digest-store.ts";
import type { Engine } from "./engine.ts";
import { noChanges, type Run, type RunJob } from "./run.ts";
import { findRunJobs, findRuns, findUnanswered } from "./run-store.ts";

/** A job that was taken this often without an outcome has crashed its worker each time. */
const MOST_CLAIMS = 3;

/** Reads everything the runs of claimed jobs need, a few statements whatever their number. */
export async function recall(
  engine: Engine,
  environmentId: string,
  claimed: readonly ClaimedJob[],
): Promise<Run[]> {
  const { database } = engine;
  const notificationIds = claimed.map((job) => job.notificationId);
  await closeDueDigests(engine, environmentId, claimed);
  const [stored, jobs] = await Promise.all([
    findRuns(database, environmentId, notificationIds),
    findRunJobs(database, environmentId, notificationIds),
  ]);
  const closedDigests = jobs.filter((job) => job.type === "digest" && job.status !== "pending");
  const inSending = stored.filter(({ id }) =>
    jobs.some((job) => job.notificationId === id && job.status === "running"),
  );
  const [versionOf, subscribers, events, unanswered] = await Promise.all([
    engine.versions.get(database, environmentId, stored.map(versionKey)),
    findSubscribers(
      database,
      environmentId,
      stored.flatMap((run) => run.subscriberExternalId ?? []),
    ),
    closedDigests.length > 0
      ? findDigestEvents(
          database,
          environmentId,
          closedDigests.map(({ id }) => id),
        )
      : new Map(),
    inSending.length > 0
      ? findUnanswered(
          database,
          environmentId,
          inSending.map(({ transactionId }) => transactionId),
        )
      : [],
  ]);
  const subscriberOf = new Map(subscribers.map((subscriber) => [subscriber.id, subscriber]));
  const jobsOf = groupBy(jobs, (job) => job.notificationId);
  const claimOf = new Map(claimed.map((claim) => [claim.notificationId, claim]));
  return stored.map(({ payload, overrides, subscriberExternalId: _, ...notification }): Run => {
    const claim = claimOf.get(notification.id) as ClaimedJob;
    const own = (jobsOf.get(notification.id) ?? []).map((job) => toRunJob(job, claim));
    return {
      notification,
      isNew: false,
      workflow: versionOf(versionKey(notification)),
      payload,
      overrides,
      subscriber: subscriberOf.get(notification.subscriberId),
      jobs: own,
      digestEvents: new Map(
        own.flatMap((job) => (events.has(job.id) ? [[job.stepId, events.get(job.id)]] : [])),
      ),
      unanswered: unanswered.filter((message) => message.jobId === claim.id),
      held: own.find((job) => job.position === claim.position),
      changes: noChanges(),
    };
  });
}

function versionKey(run: { workflowId: string; workflowVersion: number }) {
  return { workflowId: run.workflowId, version: run.workflowVersion };
}

/** A digest closes before it is read, so that what is read is what will be sent, also after a crash in between. */
async function closeDueDigests(
  engine: Engine,
  environmentId: string,
  claimed: readonly ClaimedJob[],
): Promise<void> {
  const ids = claimed.filter((job) => job.type === "digest").map((job) => job.id);
  if (ids.length > 0) await closeWindows(engine.database, environmentId, ids);
}

function toRunJob(job: Omit<RunJob, "due" | "lease" | "claimsSpent">, claim: ClaimedJob): RunJob {
  const isClaimed = job.position === claim.position;
  return {
    ...job,
    due: isClaimed ? { kind: "leased" } : { kind: "never" },
    lease: isClaimed ? claim.lease : 0,
    claimsSpent: isClaimed && claim.claims > MOST_CLAIMS,
  };
}
