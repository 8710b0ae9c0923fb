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
const LONGEST_WAIT_MS = 1_000;
const PAGE_SIZE = 50;
const WIDEST_REASON = 120;

export type Following = {
  /** How many notifications there will be; undefined when nobody knows. */
  readonly expected: number | undefined;
  readonly timeoutMs: number;
  say(line: string): void;
};

export type Followed = {
  readonly notifications: readonly Notification[];
  /** False when time was up before. */
  readonly isOver: boolean;
  readonly steps: number;
  /** The notification of each step that failed. */
  readonly failed: readonly (string | undefined)[];
};

/** Asks again and again what became of a trigger, until every step of it is over or time is up. */
export async function follow(
  client: Tidings,
  transactionId: string,
  following: Following,
): Promise<Followed> {
  const { expected, timeoutMs, say } = following;
  const untilMs = performance.now() + timeoutMs;
  const told = new Map<string, string>();
  let before = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 1.5, LONGEST_WAIT_MS)) {
    const notifications = await notificationsOf(client, transactionId);
    for (const notification of notifications) tellNews(notification, told, say);
    const areAllHere = isComplete(notifications.length, before, expected);
    const isOver = areAllHere && notifications.every(isNotificationOver);
    if (isOver || performance.now() + waitMs > untilMs) return summary(notifications, isOver);
    before = notifications.length;
    await sleep(waitMs);
  }
}

async function notificationsOf(client: Tidings, transactionId: string): Promise<Notification[]> {
  const all = new Map<string | undefined, Notification>();
  for (let wanted = { page: 0, limit: PAGE_SIZE }; ; ) {
    const answer = await client.notifications.list({ transactionId: [transactionId], ...wanted });
    for (const one of answer.data) all.set(one._id, one);
    const next = nextPage(answer, wanted.limit);
    if (!next) return [...all.values()];
    wanted = next;
  }
}

/** Where nobody knows how many will come, one more look must show no more of them. */
function isComplete(count: number, before: number, expected: number | undefined): boolean {
  return expected === undefined ? count > 0 && count === before : count >= expected;
}

function isNotificationOver({ jobs = [] }: Notification): boolean {
  return jobs.every(({ status }) => OVER.has(status));
}

/** A line for every step that is over, and for one that waits for its time. */
function tellNews(
  { subscriber, jobs = [] }: Notification,
  told: Map<string, string>,
  say: Following["say"],
): void {
  for (const job of jobs) {
    const isNews = OVER.has(job.status) || job.status === "delayed";
    if (!isNews || told.get(job._id) === job.status) continue;
    told.set(job._id, job.status);
    const name = oneLine(subscriber?.subscriberId ?? "?");
    const words = [padTo(cutTo(name, 20), 20), padTo(job.type, 8), padTo(job.status, 9), reasonOf(job)];
    say(words.join("  ").trimEnd());
  }
}

/** The last thing that happened to the job, with its particulars when that was a failure. */
function reasonOf({ executionDetails }: Job): string {
  const last = executionDetails.at(-1);
  if (!last) return "";
  const particulars = last.status === "Failed" && last.raw ? ` ${last.raw}` : "";
  return cutTo(oneLine(`${last.detail}${particulars}`), WIDEST_REASON);
}

function summary(notifications: readonly Notification[], isOver: boolean): Followed {
  const jobs = notifications.flatMap(({ _id, jobs: own = [] }) => own.map(({ status }) => ({ _id, status })));
  const failed = jobs.filter(({ status }) => status === "failed").map(({ _id }) => _id);
  return { notifications, isOver, steps: jobs.length, failed };
}
