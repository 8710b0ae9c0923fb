import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable, Transactional } from "../../database/database.ts";
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

/**
 * Sends notifications if another process has connections. The database decides, in the order of its commits: a process
 * that has reported before it reads an inbox either reads a change there or is notified of it. A process that has not
 * reported lately counts as well, because it may only have been slow.
 */
export async function notifyOtherProcesses(
  database: Queryable,
  processId: number,
  { channel, payloads }: { channel: string; payloads: readonly string[] },
): Promise<void> {
  await database.query(sql`
    select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload
    where exists (select from inbox_processes where id <> ${processId})`);
}

/** Stores that these subscribers are connected to the process. */
export async function storePresent(
  database: Transactional,
  processId: number,
  present: readonly Present[],
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(sql`
      insert into inbox_presence (environment_id, subscriber_id, process_id)
      select "environmentId", "subscriberId", ${processId} from ${rowsOf(present)} order by 1, 2
      on conflict do nothing`);
    await storeOnline(tx, present);
  });
}

/** Stores that these subscribers are not connected to the process any more. */
export async function storeGone(
  database: Transactional,
  processId: number,
  gone: readonly Present[],
): Promise<void> {
  await removePresence(
    database,
    sql`process_id = ${processId} and (environment_id, subscriber_id) in (
      select "environmentId", "subscriberId" from ${rowsOf(gone)})`,
  );
}

/** Removes what dead processes have left: at most `limit` subscribers. */
export async function sweepPresence(database: Transactional, limit: number): Promise<void> {
  await removePresence(
    database,
    sql`(environment_id, subscriber_id, process_id) in (
      select p.environment_id, p.subscriber_id, p.process_id from inbox_presence p
      where not exists (select from inbox_processes i where i.id = p.process_id and i.seen_at > now() - ${ALIVE})
      limit ${limit} for update skip locked)`,
  );
  await database.query(sql`delete from inbox_processes where seen_at < now() - interval '24 hours'`);
}

/** Removes the process and everything of it. */
export async function removeProcess(database: Transactional, processId: number): Promise<void> {
  await removePresence(database, sql`process_id = ${processId}`);
  await database.query(sql`delete from inbox_processes where id = ${processId}`);
}

async function removePresence(database: Transactional, condition: Sql): Promise<void> {
  await database.transaction(async (tx) => {
    const removed = await tx.query<Present>(sql`
      delete from inbox_presence where ${condition}
      returning environment_id as "environmentId", subscriber_id as "subscriberId"`);
    if (removed.length > 0) await storeOnline(tx, removed);
  });
}

/**
 * Stores whether the subscribers are connected to any process. Their rows are locked first, so that of two processes
 * the later one sees what the earlier one has stored; in one order, so that no two wait for each other.
 */
async function storeOnline(tx: Queryable, changed: readonly Present[]): Promise<void> {
  await tx.query(sql`
    select from subscribers where (environment_id, id) in (
      select "environmentId", "subscriberId" from ${rowsOf(changed)})
    order by environment_id, id for no key update`);
  await tx.query(sql`
    update subscribers s set is_online = online.is_online,
      last_online_at = case when online.is_online then s.last_online_at else now() end
    from ${rowsOf(changed)} cross join lateral (select exists (
      select from inbox_presence p
      where p.environment_id = given."environmentId" and p.subscriber_id = given."subscriberId") as is_online) online
    where s.environment_id = given."environmentId" and s.id = given."subscriberId"
      and (s.is_online <> online.is_online or not online.is_online)`);
}

/** The subscribers as a table `given` of a statement. */
const rowsOf = (subscribers: readonly Present[]): Sql =>
  sql`json_to_recordset(${JSON.stringify(subscribers)}) as given("environmentId" text, "subscriberId" text)`;
