import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";

/** Something of an environment that a page shows. */
export type Watched = { environmentId: string; of: string };

/** A text that differs after each change. */
export type WatchedState = Watched & { state: string };

const NOTIFICATION = "notification:";
export const LISTS = ["notifications", "dead-letters", "overview"] as const;

export const isNotification = ({ of }: Watched): boolean => of.startsWith(NOTIFICATION);

/**
 * The states of all of these in one statement: of a notification from the last change of a job and the last execution detail,
 * of a list its newest rows; one or two index look-ups each.
 */
export function readStates(database: Queryable, watched: readonly Watched[]): Promise<WatchedState[]> {
  const given = watched.map((one) => ({
    ...one,
    id: isNotification(one) ? one.of.slice(NOTIFICATION.length) : null,
  }));
  return database.query<WatchedState>(sql`
    select w."environmentId", w."of", case when w.id is not null then concat(
      (select concat(max(j.updated_at), ' ', sum(length(j.packed_details))) from jobs j
       where j.environment_id = w."environmentId" and j.notification_id = w.id), ' ',
      (select max(d.id) from execution_details d
       where d.environment_id = w."environmentId" and d.notification_id = w.id))
    else concat(
      case when w."of" <> 'dead-letters' then
        (select max(n.id) from notifications n where n.environment_id = w."environmentId") end, ' ',
      case when w."of" <> 'notifications' then
        (select max(l.id) from dead_letters l where l.environment_id = w."environmentId") end) end as state
    from json_to_recordset(${JSON.stringify(given)}) as w("environmentId" text, "of" text, id text)`);
}
