import { setTimeout as sleep } from "node:timers/promises";
import type { Job, JobStatus, Notification } from "@tidings/contract";
import type { Tidings } from "../client.ts";
import { nextPage } from "../next-page.ts";
import { cutTo, oneLine, padTo } from "./one-line.ts";

const OVER: ReadonlySet<string> = new Set<JobStatus>([
  "completed",
  "failed",
  "canceled",
  "merged",
  "skipped",
]);
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 1_000;
const PAGE_SIZE = 50;
const MAX_REASON_WIDTH = 120;

export type Following = {
  /** The number of notifications to expect; undefined when unknown. */
  readonly expected: number | undefined;
  readonly timeoutMs: number;
  say(line: string): void;
};

export type Followed = {
  readonly notifications: readonly Notification[];
  /** False when the timeout came first. */
  readonly isOver: boolean;
  readonly steps: number;
  /** The notification id of each failed step. */
  readonly failed: readonly (string | undefined)[];
};

/** Polls the notifications of a trigger until every step is finished or the timeout is reached. */
export async function follow(
  client: Tidings,
  transactionId: string,
  following: Following,
): Promise<Followed> {
  const { expected, timeoutMs, say } = following;
  const deadlineMs = performance.now() + timeoutMs;
  const printed = new Map<string, string>();
  let before = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 1.5, MAX_WAIT_MS)) {
    const notifications = await notificationsOf(client, transactionId);
    for (const notification of notifications) printChanges(notification, printed, say);
    const areAllCreated = isComplete(notifications.length, before, expected);
    const isOver = areAllCreated && notifications.every(isNotificationOver);
    if (isOver || performance.now() + waitMs > deadlineMs) return summary(notifications, isOver);
    before = notifications.length;
    await sleep(waitMs);
  }
}

async function notificationsOf(client: Tidings, transactionId: string): Promise<Notification[]> {
  const all = new Map<string | undefined, Notification>();
  for (let query = { page: 0, limit: PAGE_SIZE }; ; ) {
    const answer = await client.notifications.list({ transactionId: [transactionId], ...query });
    for (const one of answer.data) all.set(one._id, one);
    const next = nextPage(answer, query.limit);
    if (!next) return [...all.values()];
    query = next;
  }
}

/** When the number is unknown, two polls in a row must return the same number. */
function isComplete(count: number, before: number, expected: number | undefined): boolean {
  return expected === undefined ? count > 0 && count === before : count >= expected;
}

function isNotificationOver({ jobs = [] }: Notification): boolean {
  return jobs.every(({ status }) => OVER.has(status));
}

/** Prints a line for every step that is newly finished or delayed. */
function printChanges(
  { subscriber, jobs = [] }: Notification,
  printed: Map<string, string>,
  say: Following["say"],
): void {
  for (const job of jobs) {
    const isReported = OVER.has(job.status) || job.status === "delayed";
    if (!isReported || printed.get(job._id) === job.status) continue;
    printed.set(job._id, job.status);
    const name = oneLine(subscriber?.subscriberId ?? "?");
    const words = [padTo(cutTo(name, 20), 20), padTo(job.type, 8), padTo(job.status, 9), reasonOf(job)];
    say(words.join("  ").trimEnd());
  }
}

/** The job's last execution detail, with its raw data if it is a failure. */
function reasonOf({ executionDetails }: Job): string {
  const last = executionDetails.at(-1);
  if (!last) return "";
  const rawData = last.status === "Failed" && last.raw ? ` ${last.raw}` : "";
  return cutTo(oneLine(`${last.detail}${rawData}`), MAX_REASON_WIDTH);
}

function summary(notifications: readonly Notification[], isOver: boolean): Followed {
  const jobs = notifications.flatMap(({ _id, jobs: jobsOfNotification = [] }) =>
    jobsOfNotification.map(({ status }) => ({ _id, status })),
  );
  const failed = jobs.filter(({ status }) => status === "failed").map(({ _id }) => _id);
  return { notifications, isOver, steps: jobs.length, failed };
}
