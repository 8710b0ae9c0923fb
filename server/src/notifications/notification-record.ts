import type { Queryable } from "../database/database.ts";
import { groupBy } from "../foundation/group-by.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { VersionCache } from "../workflows/version-cache.ts";
import type { WorkflowDefinition } from "../workflows/workflow.ts";
import type { WorkflowVersion } from "../workflows/workflow-store.ts";
import type { StoredNotification } from "./notification-store.ts";
import type { WholeJob, WholeNotification } from "./one-record-store.ts";
import { unpackDetails } from "./packed-details.ts";
import {
  DIGEST_BYTES,
  findDetails,
  findDigestedPayloads,
  findJobs,
  type StoredDetail,
  type StoredJob,
} from "./record-store.ts";
import { ALL_COMPLETED, type NotificationSummary } from "./summary-store.ts";

/** A notification with its jobs and their details. */
export type NotificationRecord = {
  notification: StoredNotification;
  /** The workflow's definition in the run's version. */
  definition: WorkflowDefinition;
  jobs: JobRecord[];
  summary: NotificationSummary;
};

export type JobRecord = Omit<StoredJob, "packedDetails"> & {
  details: StoredDetail[];
  /** Payloads that its digest collected; undefined if it has no window of its own. */
  digested?: JsonObject[];
};

export type Sources = { database: Queryable; versions: VersionCache };

/** Reads the records of notifications, with a fixed number of statements; brief ones without details and digests. */
export async function readRecords(
  { database, versions }: Sources,
  environmentId: string,
  stored: readonly StoredNotification[],
  { eventsPerDigest }: { eventsPerDigest?: number },
): Promise<NotificationRecord[]> {
  if (stored.length === 0) return [];
  const ids = stored.map(({ id }) => id);
  // Jobs before details: both are written in one transaction, so a finished job always has its last detail.
  const [jobs, versionOf] = await Promise.all([
    findJobs(database, environmentId, ids),
    versions.get(database, environmentId, stored.map(versionKey)),
  ]);
  const isBrief = eventsPerDigest === undefined;
  const details = isBrief ? undefined : await findDetails(database, environmentId, ids);
  const digested = isBrief ? NO_DIGESTS : await readDigests(database, environmentId, jobs, eventsPerDigest);
  const detailsOf = details && groupBy(details, jobKey);
  const jobsOf = groupBy(jobs, ({ notificationId }) => notificationId);
  return stored.map((notification) =>
    recordOf(notification, versionOf(versionKey(notification)), {
      jobs: jobsOf.get(notification.id) ?? [],
      detailsOf,
      digested,
    }),
  );
}

/** Makes the record of a notification: a statement for a workflow version that is not cached, and one for the payloads of digests. */
export async function recordOfWhole(
  { database, versions }: Sources,
  environmentId: string,
  { stored, jobs, details }: WholeNotification,
  { eventsPerDigest }: { eventsPerDigest: number },
): Promise<NotificationRecord> {
  const versionOf = await versions.get(database, environmentId, [versionKey(stored)]);
  const digested = await readDigests(database, environmentId, jobs, eventsPerDigest);
  return recordOf(stored, versionOf(versionKey(stored)), {
    jobs,
    detailsOf: groupBy(details, jobKey),
    digested,
  });
}

type Parts = {
  jobs: readonly WholeJob[];
  /** Undefined for a brief record. */
  detailsOf: ReadonlyMap<string, StoredDetail[]> | undefined;
  digested: Digests;
};

function recordOf(
  notification: StoredNotification,
  { definition }: WorkflowVersion,
  { jobs, detailsOf, digested }: Parts,
): NotificationRecord {
  return {
    notification,
    definition,
    summary: jobs[0]?.summary ?? ALL_COMPLETED,
    jobs: jobs.map(({ summary: _, packedDetails, ...job }) => ({
      ...job,
      ...digested.get(job.id),
      details: detailsOf ? inOrder(job, packedDetails, detailsOf.get(jobKey(job))) : [],
    })),
  };
}

/** All details of a job, in the order in which they were recorded. */
function inOrder(
  { notificationId, position }: Pick<StoredJob, "notificationId" | "position">,
  packed: string | null,
  rows: readonly StoredDetail[] = [],
): StoredDetail[] {
  const unpacked = unpackDetails(packed, position).map((detail) => ({ ...detail, notificationId }));
  return [...unpacked, ...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
}

type Digests = ReadonlyMap<string, { digested: JsonObject[] }>;
const NO_DIGESTS: Digests = new Map();

/** The payloads of digest windows, by job id. A merged job has no window: its event is in the window of another job. */
async function readDigests(
  database: Queryable,
  environmentId: string,
  jobs: readonly StoredJob[],
  max: number,
): Promise<Digests> {
  const opened = jobs.filter(
    ({ type, digest, status }) => type === "digest" && digest && status !== "merged",
  );
  if (opened.length === 0) return NO_DIGESTS;
  const windowsOf = groupBy(opened, ({ notificationId }) => notificationId);
  const windows = [...windowsOf.values()].flatMap((own) =>
    own.map(({ id }) => ({ jobId: id, maxBytes: Math.floor(DIGEST_BYTES / own.length) })),
  );
  const events = await findDigestedPayloads(database, environmentId, { windows, max });
  const groups = groupBy(events, ({ jobId }) => jobId);
  return new Map(
    [...groups].map(([jobId, group]) => [jobId, { digested: group.map(({ payload }) => payload) }]),
  );
}

function jobKey({ notificationId, position }: { notificationId: string; position: number }): string {
  return `${notificationId} ${position}`;
}

function versionKey({ workflowId, workflowVersion }: StoredNotification) {
  return { workflowId, version: workflowVersion };
}
