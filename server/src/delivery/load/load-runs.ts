import { contextScope, readContexts } from "../../contexts/contexts.ts";
import type { Queryable } from "../../database/database.ts";
import { groupBy } from "../../foundation/group-by.ts";
import type { WorkflowId } from "../../foundation/ids.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { SubscriberPreferences } from "../../preferences/preference.ts";
import { findPreferences } from "../../preferences/preference-store.ts";
import type { Subscriber } from "../../subscribers/subscriber.ts";
import { findSubscribers } from "../../subscribers/subscriber-store.ts";
import { withSuppressed } from "../../suppressions/read-suppressed.ts";
import type { WorkflowVersion } from "../../workflows/workflow-store.ts";
import { closeDueDigests } from "../digest/close-windows.ts";
import type { Engine } from "../engine.ts";
import type { ClaimedJob } from "../queue/claim-store.ts";
import { CRASH_LIMIT } from "../queue/crash-limit.ts";
import {
  type DecisionContext,
  isOpen,
  type LoadedRun,
  NO_HISTORY,
  NOTHING_SENT,
  newBudget,
  type RunJob,
} from "../runs/run.ts";
import { withHistory } from "./load-history.ts";
import {
  findRunJobs,
  findRuns,
  findTriggerContents,
  type LoadedJob,
  type StoredRun,
  type TriggerContent,
} from "./run-store.ts";

/**
 * Loads everything that the runs of claimed jobs need, with a constant number of statements. Closes due digest windows
 * before it reads their events.
 */
export async function loadRuns(
  engine: Engine,
  environmentId: string,
  claimed: readonly ClaimedJob[],
  context: DecisionContext,
): Promise<LoadedRun[]> {
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
  const history = await withHistory(database, environmentId, runs, context.now);
  return withSuppressed(database, environmentId, history);
}

type Loaded = {
  contents: ReadonlyMap<string, TriggerContent>;
  versionOf: (key: ReturnType<typeof versionKey>) => WorkflowVersion;
  subscribers: ReadonlyMap<string, Subscriber>;
  contextData: ReadonlyMap<string, JsonObject>;
  choices: ReadonlyMap<string, SubscriberPreferences>;
  jobsOf: ReadonlyMap<string, LoadedJob[]>;
  claimOf: ReadonlyMap<string, ClaimedJob>;
};

/** The run without its history. */
function toRun({ contextKeys, subscriberKey: _, ...notification }: StoredRun, loaded: Loaded): LoadedRun {
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
    ...NO_HISTORY,
    budget: newBudget(),
    sending: NOTHING_SENT,
    isNew: false,
    jobs,
    isSplit: storedJobs.some((job) => job.position !== claim.position && isUnderWay(job)),
    heldPosition: claim.position,
  };
}

function versionKey(run: { workflowId: WorkflowId; workflowVersion: number }) {
  return { workflowId: run.workflowId, version: run.workflowVersion };
}

async function findRecipients(
  database: Queryable,
  environmentId: string,
  stored: readonly StoredRun[],
): Promise<Map<string, Subscriber>> {
  const keys = stored.flatMap((run) => run.subscriberKey ?? []);
  const found = keys.length > 0 ? await findSubscribers(database, environmentId, keys) : [];
  return new Map(found.map((subscriber) => [subscriber.id, subscriber]));
}

function isUnderWay({ status, isQueued }: LoadedJob): boolean {
  return isOpen(status) && (status !== "pending" || isQueued);
}

function toRunJob({ notificationId: _, isQueued: _isQueued, ...job }: LoadedJob, claim: ClaimedJob): RunJob {
  const isClaimed = job.position === claim.position;
  return {
    ...job,
    due: isClaimed ? { kind: "leased" } : { kind: "never" },
    lease: isClaimed ? claim.lease : 0,
    spentCrashes: isClaimed && claim.unfinishedClaims > CRASH_LIMIT ? claim.unfinishedClaims - 1 : 0,
  };
}
