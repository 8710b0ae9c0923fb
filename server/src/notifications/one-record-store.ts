import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { fixedStatement } from "../database/fixed-statement.ts";
import { type NamedRow, namedRecipients, namedRows } from "./named-recipient-store.ts";
import type { StoredNotification } from "./notification-store.ts";
import {
  type NotificationRow,
  notificationRows,
  ROW_COLUMNS,
  type TriggerContent,
  triggerContent,
  withContent,
} from "./read-notifications-store.ts";
import {
  detailsOf,
  endedJobsOf,
  hasEnded,
  jobsOf,
  type StoredDetail,
  type StoredJob,
} from "./record-store.ts";
import type { NotificationSummary } from "./summary-store.ts";

/** A notification with its jobs and execution details, all of one moment. */
export type WholeNotification = { stored: StoredNotification; jobs: WholeJob[]; details: StoredDetail[] };
/** Without a summary if all jobs have completed. */
export type WholeJob = StoredJob & { summary?: NotificationSummary };

/** Rows of the parts as JSON; times are texts in it. */
type WholeRow = NotificationRow & {
  content: (TriggerContent & { id: string }) | null;
  named: NamedRow[] | null;
  jobs: Timed<WholeJob>[] | null;
  details: Timed<StoredDetail>[] | null;
};
type Timed<Row> = { [Name in keyof Row]: Row[Name] extends Date | null ? TextOf<Row[Name]> : Row[Name] };
type TextOf<Time> = Time extends Date ? string : Time;

/** Selects a notification with all its parts; `jobs` selects its jobs. */
function wholeOf(environmentId: string, id: string, jobs: Sql): Sql {
  const wanted = { triggers: sql`= n.trigger_id`, subscribers: sql`= s.subscriber_id` };
  return sql`
    select ${ROW_COLUMNS},
      (select row_to_json(content) from (${triggerContent(environmentId, sql`= n.trigger_id`)}) content) as content,
      (select json_agg(named) from (${namedRows(environmentId, wanted)}) named) as named,
      (select json_agg(job) from (${jobs}) job) as jobs,
      (select json_agg(detail) from (${detailsOf(environmentId, [id])}) detail) as details
    from ${notificationRows(environmentId)}
    where n.environment_id = ${environmentId} and n.id = ${id}`;
}

const PARAMETERS = ["environmentId", "id"] as const;
const endedNotification = fixedStatement(PARAMETERS, ({ environmentId, id }) =>
  wholeOf(environmentId, id, endedJobsOf(environmentId, id)),
);
const anyNotification = fixedStatement(PARAMETERS, ({ environmentId, id }) =>
  wholeOf(environmentId, id, jobsOf(environmentId, [id])),
);

/**
 * Reads a notification: with one statement if its jobs have ended, else with a second, which also reads what they wait
 * for and why they failed.
 * @returns undefined if there is no such notification.
 */
export async function findWholeNotification(
  database: Queryable,
  environmentId: string,
  id: string,
): Promise<WholeNotification | undefined> {
  const [ended] = await database.query<WholeRow>(endedNotification({ environmentId, id }));
  if (!ended || hasEnded(ended.jobs ?? [])) return ended && wholeNotification(ended);
  const [row] = await database.query<WholeRow>(anyNotification({ environmentId, id }));
  return row && wholeNotification(row);
}

function wholeNotification(row: WholeRow): WholeNotification | undefined {
  const { content, named, jobs, details, ...own } = row;
  if (!content) return undefined;
  const { id: _, ...given } = content;
  const stored = withContent(own, given, namedRecipients(named ?? []));
  return { stored, jobs: (jobs ?? []).map(timedJob), details: (details ?? []).map(timedDetail) };
}

function timedJob({ updatedAt, dueAt, nextAttemptAt, closesAt, ...job }: Timed<WholeJob>): WholeJob {
  return {
    ...job,
    updatedAt: new Date(updatedAt),
    dueAt: timeOf(dueAt),
    nextAttemptAt: timeOf(nextAttemptAt),
    closesAt: timeOf(closesAt),
  };
}

function timedDetail({ createdAt, ...detail }: Timed<StoredDetail>): StoredDetail {
  return { ...detail, createdAt: new Date(createdAt) };
}

function timeOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
