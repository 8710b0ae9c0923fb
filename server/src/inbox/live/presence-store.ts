import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { SubscriberId } from "../../foundation/ids.ts";

/** A subscriber of any environment. The statements of this file are not limited to one environment. */
export type Present = { environmentId: string; subscriberId: SubscriberId };

/** A process that has not reported for this long is dead. */
const ALIVE = raw("interval '45 seconds'");

/** Reports that the process is alive. */
export async function reportProcess(database: Queryable, processId: number): Promise<void> {
  await database.query(sql`
    insert into inbox_processes (id) values (${processId}) on conflict (id) do update set seen_at = now()`);
}

/** The other processes that are alive. */
export async function findOtherProcesses(database: Queryable, processId: number): Promise<number[]> {
  const rows = await database.query<{ id: number }>(sql`
    select id from inbox_processes where id <> ${processId} and seen_at > now() - ${ALIVE}`);
  return rows.map(({ id }) => id);
}

/** Stores that these subscribers are connected to the process, and that they are online. */
export async function storePresent(
  database: Queryable,
  processId: number,
  present: readonly Present[],
): Promise<void> {
  await database.query(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(present)}) as x("environmentId" text, "subscriberId" text)
    ), stored as (
      insert into inbox_presence (environment_id, subscriber_id, process_id)
      select "environmentId", "subscriberId", ${processId} from given order by 1, 2
      on conflict do nothing
    )
    update subscribers s set is_online = true from given
    where s.environment_id = given."environmentId" and s.id = given."subscriberId" and not s.is_online`);
}

/** Stores that these subscribers are not connected to the process any more. */
export async function storeGone(
  database: Queryable,
  processId: number,
  gone: readonly Present[],
): Promise<void> {
  await database.query(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(gone)}) as x("environmentId" text, "subscriberId" text)
    ), removed as (
      delete from inbox_presence p using given
      where p.environment_id = given."environmentId" and p.subscriber_id = given."subscriberId"
        and p.process_id = ${processId}
    )
    update subscribers s set last_online_at = now(), is_online = exists (
        select from inbox_presence p where p.environment_id = s.environment_id and p.subscriber_id = s.id
          and p.process_id <> ${processId})
    from given where s.environment_id = given."environmentId" and s.id = given."subscriberId"`);
}

/** Removes what dead processes have left: at most `limit` subscribers, who are offline now unless connected elsewhere. */
export async function sweepPresence(database: Queryable, limit: number): Promise<number> {
  const rows = await database.query<{ id: string }>(sql`
    with dead as (
      delete from inbox_presence where (environment_id, subscriber_id, process_id) in (
        select p.environment_id, p.subscriber_id, p.process_id from inbox_presence p
        where not exists (select from inbox_processes i where i.id = p.process_id and i.seen_at > now() - ${ALIVE})
        limit ${limit} for update skip locked)
      returning environment_id, subscriber_id, process_id
    ), swept as (
      update subscribers s set last_online_at = now(), is_online = exists (
          select from inbox_presence p where p.environment_id = s.environment_id and p.subscriber_id = s.id
            and p.process_id <> dead.process_id)
      from dead where s.environment_id = dead.environment_id and s.id = dead.subscriber_id
    ), forgotten as (
      delete from inbox_processes where seen_at < now() - interval '1 day'
    )
    select subscriber_id as id from dead`);
  return rows.length;
}

/** Removes the process and everything of it. */
export async function removeProcess(database: Queryable, processId: number): Promise<void> {
  await database.query(sql`
    with gone as (delete from inbox_presence where process_id = ${processId} returning environment_id, subscriber_id),
    removed as (delete from inbox_processes where id = ${processId})
    update subscribers s set last_online_at = now(), is_online = exists (
        select from inbox_presence p where p.environment_id = s.environment_id and p.subscriber_id = s.id
          and p.process_id <> ${processId})
    from gone where s.environment_id = gone.environment_id and s.id = gone.subscriber_id`);
}
