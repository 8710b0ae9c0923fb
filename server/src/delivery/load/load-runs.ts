import { contextScope, readContexts } from "../../contexts/contexts.ts";
import type { Queryable } from "../../database/database.ts";
import { groupBy } from "../../foundation/group-by.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Message } from "../../messages/message.ts";
import type { SubscriberPreferences } from "../../preferences/preference.ts";
import { findPreferences } from "../../preferences/preference-store.ts";
import type { Subscriber } from "../../subscribers/subscriber.ts";
import { findSubscribers } from "../../subscribers/subscriber-store.ts";
import type { WorkflowVersion } from "../../workflows/workflow-store.ts";
import { closeDueDigests } from "../digest/close-windows.ts";
import { type Digested, findDigestEvents } from "../digest/digest-store.ts";
import type { Engine } from "../engine.ts";
import type { ClaimedJob } from "../queue/claim-store.ts";
import { CRASH_LIMIT } from "../queue/crash-limit.ts";
import {
  type DecisionContext,
  type Engagement,
  emptyHistory,
  isOpen,
  noChanges,
  nothingSent,
  type Run,
  type RunJob,
} from "../runs/run.ts";
import {
  findEngagements,
  findRunJobs,
  findRuns,
  findSendings,
  findTriggerContents,
  MAX_DIGEST_BYTES,
  type StoredEngagement,
  type StoredJob,
  type StoredRun,
  type TriggerContent,
} from "./run-store.ts";

/** Loads everything that the runs of claimed jobs need, with a constant number of statements. */
export async function loadRuns(
  engine: Engine,
  environmentId: string,
  claimed: readonly ClaimedJob[],
  context: DecisionContext,
): Promise<Run[]> {
  const { database } = engine;
  const notificationIds = claimed.map((job) => job.notificationId);
  const [stored, jobs] = await Promise.all([
    findRuns(database, environmentId, notificationIds),
    findRunJobs(database, environmentId, notificationIds),
  ]);
  const triggerIds = stored.map(({ triggerId }) => triggerId);
  const [contents, versionOf, subscribers, contextData, choices] = await Promise.all([
    findTriggerContents(database, environmentId, triggerIds),
    engine.versions.get(database, environmentId, stored.map(versionKey)),
    findRecipients(database, environmentId, stored),
    readContexts(database, environmentId, stored),
    findPreferences(
      database,
      environmentId,
      stored.map(({ subscriberId }) => subscriberId),
      stored.map(({ workflowId }) => workflowId),
    ),
  ]);
  const jobsOf = groupBy(jobs, (job) => job.notificationId);
  const claimOf = new Map(claimed.map((claim) => [claim.notificationId, claim]));
  const loaded = { contents, versionOf, subscribers, contextData, choices, jobsOf, claimOf };
  const runs = stored.map((one) => toRun(one, loaded));
  await closeDueDigests(database, environmentId, runs, context);
  await loadHistory(database, environmentId, runs, context.now);
  return runs;
}

type Loaded = {
  contents: ReadonlyMap<string, TriggerContent>;
  versionOf: (key: ReturnType<typeof versionKey>) => WorkflowVersion;
  subscribers: ReadonlyMap<string, Subscriber>;
  contextData: ReadonlyMap<string, JsonObject>;
  choices: ReadonlyMap<string, SubscriberPreferences>;
  jobsOf: ReadonlyMap<string, StoredJob[]>;
  claimOf: ReadonlyMap<string, ClaimedJob>;
};

function toRun({ contextKeys, subscriberExternalId: _, ...notification }: StoredRun, loaded: Loaded): Run {
  const { payload, overrides } = loaded.contents.get(notification.triggerId) as TriggerContent;
  const claim = loaded.claimOf.get(notification.id) as ClaimedJob;
  const storedJobs = loaded.jobsOf.get(notification.id) ?? [];
  const jobs = storedJobs.map((job) => toRunJob(job, claim));
  return {
    notification,
    workflow: loaded.versionOf(versionKey(notification)),
    payload,
    overrides,
    contextKeys,
    contexts: contextScope(contextKeys, loaded.contextData),
    subscriber: loaded.subscribers.get(notification.subscriberId),
    choices: loaded.choices.get(notification.subscriberId),
    ...emptyHistory(),
    ...nothingSent(),
    isNew: false,
    jobs,
    isSplit: storedJobs.some((job) => job.position !== claim.position && isUnderWay(job)),
    held: jobs.find((job) => job.position === claim.position),
    changes: noChanges(),
  };
}

function versionKey(run: { workflowId: string; workflowVersion: number }) {
  return { workflowId: run.workflowId, version: run.workflowVersion };
}

async function findRecipients(
  database: Queryable,
  environmentId: string,
  stored: readonly StoredRun[],
): Promise<Map<string, Subscriber>> {
  const externalIds = stored.flatMap((run) => run.subscriberExternalId ?? []);
  const found = externalIds.length > 0 ? await findSubscribers(database, environmentId, externalIds) : [];
  return new Map(found.map((subscriber) => [subscriber.id, subscriber]));
}

/** Loads the results of earlier steps, only as far as a run of the batch has any. */
async function loadHistory(
  database: Queryable,
  environmentId: string,
  runs: readonly Run[],
  now: Date,
): Promise<void> {
  const idsWith = (wanted: (job: RunJob) => boolean) =>
    runs.filter((run) => run.jobs.some(wanted)).map(({ notification }) => notification.id);
  const digests = runs.flatMap((run) =>
    run.jobs.filter((job) => job.type === "digest" && job.status !== "pending"),
  );
  const sending = idsWith((job) => job.status === "running");
  const engaged = idsWith((job) => job.type === "in_app" && ["completed", "delayed"].includes(job.status));
  const collected = { jobIds: digests.map(({ id }) => id), maxBytes: MAX_DIGEST_BYTES };
  const [digested, sent, engagements] = await Promise.all([
    digests.length > 0 ? findDigestEvents(database, environmentId, collected) : new Map<string, Digested>(),
    sending.length > 0 ? findSendings(database, environmentId, sending) : [],
    engaged.length > 0 ? findEngagements(database, environmentId, engaged) : [],
  ]);
  const sendingsOf = groupBy(sent, (message) => message.jobId);
  const engagementsOf = groupBy(engagements, (engagement) => engagement.notificationId);
  for (const run of runs) {
    for (const job of run.jobs) {
      const digest = digested.get(job.id);
      if (!digest) continue;
      run.digestEvents.set(job.stepId, digest.events);
      run.digestCounts.set(job.stepId, digest.count);
    }
    // Nothing more goes out to a subscriber that was deleted.
    if (run.subscriber) loadMessages(run, (run.held && sendingsOf.get(run.held.id)) ?? [], now);
    for (const stored of engagementsOf.get(run.notification.id) ?? []) {
      // A repeated step has several messages; a reaction to any of them counts.
      const known = run.engagements.get(stored.stepId);
      if (!known?.read && !(known?.seen && !stored.readAt)) {
        run.engagements.set(stored.stepId, engagementOf(stored));
      }
    }
  }
}

/** Sorts the messages of the job: sent, given up, due now, or waiting for the next attempt. */
function loadMessages(run: Run, messages: readonly Message[], now: Date): void {
  const open = messages.filter(({ status }) => status === null);
  const isDue = ({ nextAttemptAt }: Message) => nextAttemptAt === null || nextAttemptAt <= now;
  run.unanswered = open.filter(isDue);
  run.postponed = open.filter((message) => !isDue(message));
  run.hasSent = messages.some(({ status }) => status === "sent");
  run.deadLetterCount = messages.filter(({ status }) => status === "error").length;
}

function engagementOf({ seenAt, readAt }: StoredEngagement): Engagement {
  return {
    seen: seenAt !== null,
    read: readAt !== null,
    lastSeenDate: seenAt?.toISOString() ?? null,
    lastReadDate: readAt?.toISOString() ?? null,
  };
}

function isUnderWay({ status, isQueued }: StoredJob): boolean {
  return isOpen(status) && (status !== "pending" || isQueued);
}

function toRunJob({ notificationId: _, isQueued: _isQueued, ...job }: StoredJob, claim: ClaimedJob): RunJob {
  const isClaimed = job.position === claim.position;
  return {
    ...job,
    due: isClaimed ? { kind: "leased" } : { kind: "never" },
    lease: isClaimed ? claim.lease : 0,
    spentCrashes: isClaimed && claim.claims > CRASH_LIMIT ? claim.claims - 1 : 0,
  };
}
