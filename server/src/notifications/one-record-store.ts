import sql, { type Sql } from "sql-template-tag";
import type { Queryable, Statement } from "../database/database.ts";
import { fixedStatement } from "../database/fixed-statement.ts";
import type { ReadMany } from "../database/shared-reads.ts";
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
type WholeRow = Timed<NotificationRow> & {
  content: (TriggerContent & { id: string }) | null;
  named: NamedRow[] | null;
  jobs: Timed<WholeJob>[] | null;
  details: Timed<StoredDetail>[] | null;
};
type Timed<Row> = { [Name in keyof Row]: Row[Name] extends Date | null ? TextOf<Row[Name]> : Row[Name] };
type TextOf<Time> = Time extends Date ? string : Time;

/** Selects a notification with all its parts; `jobs` selects its jobs. */
function wholeOf(environmentId: string, jobs: Sql): Sql {
  const wanted = { triggers: sql`= n.trigger_id`, subscribers: sql`= s.subscriber_id` };
  return sql`
    select ${ROW_COLUMNS},
      (select row_to_json(content) from (${triggerContent(environmentId, sql`= n.trigger_id`)}) content) as content,
      (select json_agg(named) from (${namedRows(environmentId, wanted)}) named) as named,
      (select json_agg(job) from (${jobs}) job) as jobs,
      (select json_agg(detail) from (${detailsOf(environmentId, sql`= n.id`)}) detail) as details
    from ${notificationRows(environmentId)}
    where n.environment_id = ${environmentId} and n.id = wanted.id`;
}

/**
 * Each notification is a subquery of its own, so PostgreSQL plans it for one id. The ids are a JSON array, so that it plans the prepared
 * statement once (`requested-ids.ts`).
 */
function wholeOfEach(environmentId: string, ids: string, jobs: Sql): Sql {
  return sql`
    select (select row_to_json(whole) from (${wholeOf(environmentId, jobs)}) whole) as whole
    from json_array_elements_text(${ids}::json) as wanted(id)`;
}

const PARAMETERS = ["environmentId", "ids"] as const;
const endedNotifications = fixedStatement(PARAMETERS, ({ environmentId, ids }) =>
  wholeOfEach(environmentId, ids, endedJobsOf(environmentId, sql`= n.id`)),
);
const anyNotifications = fixedStatement(PARAMETERS, ({ environmentId, ids }) =>
  wholeOfEach(environmentId, ids, jobsOf(environmentId, sql`= n.id`)),
);

/**
 * Reads notifications: with one statement those whose jobs have ended, with a second one the others, also with what they
 * wait for and why they failed.
 */
export const findWholeNotifications: ReadMany<WholeNotification> = async (database, environmentId, ids) => {
  const ended = await readWhole(database, endedNotifications({ environmentId, ids: JSON.stringify(ids) }));
  const open = ended.flatMap(({ id, jobs }) => (hasEnded(jobs ?? []) ? [] : [id]));
  const again =
    open.length > 0
      ? await readWhole(database, anyNotifications({ environmentId, ids: JSON.stringify(open) }))
      : [];
  // The later ones replace the earlier ones with the same id.
  return new Map([...ended, ...again].flatMap((row) => wholeNotification(row)));
};

async function readWhole(database: Queryable, statement: Statement): Promise<WholeRow[]> {
  const rows = await database.query<{ whole: WholeRow | null }>(statement);
  return rows.flatMap(({ whole }) => whole ?? []);
}

function wholeNotification(row: WholeRow): [string, WholeNotification][] {
  const { content, named, jobs, details, createdAt, ...own } = row;
  if (!content) return [];
  const { id: _, ...given } = content;
  const stored = withContent({ ...own, createdAt: new Date(createdAt) }, given, namedRecipients(named ?? []));
  const whole = { stored, jobs: (jobs ?? []).map(timedJob), details: (details ?? []).map(timedDetail) };
  return [[own.id, whole]];
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
