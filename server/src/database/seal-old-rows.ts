import sql, { raw } from "sql-template-tag";
import type { Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import type { Database, Queryable } from "./database.ts";
import { logFailure } from "./outage.ts";

/** Columns with clear-text secrets of versions without sealing. The names come from the code, never from a client. */
export type ClearColumns = {
  table: string;
  columns: readonly string[];
  /** SQL expression of the text to seal. */
  text: string;
  sealedColumn: string;
};

/** Seals clear-text secrets, once per table, until it is closed. May run in any number of processes. */
export type Sealing = { close(): Promise<void> };

export type SealingParts = { database: Database; clear: readonly ClearColumns[]; log: Log; time: Time };

const AGAIN_AFTER_MS = 60_000;

export function startSealing({ database, clear, log, time }: SealingParts): Sealing {
  const closing = new AbortController();
  const { signal } = closing;
  const sealing = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        for (const columns of clear) {
          const count = await sealOldRows(database, columns, { signal, time });
          if (count > 0)
            log.info({ table: columns.table, count }, "sealed secrets that were stored in clear text");
        }
        return;
      } catch (error) {
        logFailure(log, error, "could not seal all secrets stored in clear text, retrying in a minute");
        await time.sleep(AGAIN_AFTER_MS, signal);
      }
    }
  };
  const ended = sealing();
  return {
    close: () => {
      closing.abort();
      return ended;
    },
  };
}

/** The pauses between batches, and the signal to stop. */
type Pacing = { signal: AbortSignal; time: Time };

/** Seals all clear-text rows of a table, unless that was done before. @returns the number of sealed rows. */
export async function sealOldRows(
  database: Database,
  clear: ClearColumns,
  { signal, time }: Pacing,
): Promise<number> {
  if (await isDone(database, clear)) return 0;
  let count = 0;
  for (const environmentId of await environmentIds(database)) {
    count += await sealEnvironment(database, { clear, environmentId, signal, time });
  }
  if (!signal.aborted) await markDone(database, clear);
  return count;
}

type SealWork = Pacing & { clear: ClearColumns; environmentId: string };

/** Pause between two batches, so that other transactions can use the table and release their row locks. */
const PAUSE_MS = 20;

/** Passes over the table, batch by batch, until no clear-text row was skipped because another transaction locked it. */
async function sealEnvironment(database: Database, work: SealWork): Promise<number> {
  let count = 0;
  let isSkipped = true;
  while (isSkipped && !work.signal.aborted) {
    isSkipped = false;
    let after: string | undefined = "";
    while (after !== undefined && !work.signal.aborted) {
      const from: string = after;
      const batch: SealBatch = await database.transaction((tx) => sealBatch(tx, work, from));
      count += batch.sealed;
      isSkipped ||= batch.isSkipped;
      after = batch.last;
      if (batch.sealed > 0 || batch.isSkipped) await work.time.sleep(PAUSE_MS);
    }
  }
  return count;
}

/** `last` is undefined at the end of the environment. */
type SealBatch = { sealed: number; isSkipped: boolean; last: string | undefined };

async function sealBatch(
  tx: Queryable,
  { clear, environmentId }: SealWork,
  after: string,
): Promise<SealBatch> {
  const page = await nextPage(tx, clear, environmentId, after);
  const clearIds = page.filter(({ isClear }) => isClear).map(({ id }) => id);
  const rows = clearIds.length === 0 ? [] : await lock(tx, clear, environmentId, clearIds);
  const sealed = rows.map(({ id, text }) => ({
    id,
    sealed: tx.secrets.seal(`${environmentId}|${clear.table}|${id}`, text),
  }));
  if (sealed.length > 0) await replace(tx, clear, environmentId, sealed);
  return { sealed: sealed.length, isSkipped: rows.length < clearIds.length, last: page.at(-1)?.id };
}

const ROWS_A_PAGE = 2_000;
const BYTES_A_PAGE = 4 * 1024 * 1024;

const isClear = ({ columns }: ClearColumns) => raw(`num_nonnulls(${columns.join(", ")}) > 0`);

/** The next rows of the table, sealed or not, up to the limits of rows and bytes, at least one. */
async function nextPage(tx: Queryable, clear: ClearColumns, environmentId: string, after: string) {
  return tx.query<{ id: string; isClear: boolean }>(sql`
    with page as (
      select id, ${isClear(clear)} as is_clear,
        case when ${isClear(clear)} then octet_length(${raw(clear.text)}) else 0 end as bytes
      from ${raw(clear.table)} where environment_id = ${environmentId} and id > ${after}
      order by id limit ${ROWS_A_PAGE}
    ), measured as (
      select id, is_clear, sum(bytes) over (order by id) as bytes, row_number() over (order by id) as place from page
    )
    select id, is_clear as "isClear" from measured where place = 1 or bytes <= ${BYTES_A_PAGE} order by id`);
}

async function lock(tx: Queryable, clear: ClearColumns, environmentId: string, ids: readonly string[]) {
  return tx.query<{ id: string; text: string }>(sql`
    select id, ${raw(clear.text)} as text from ${raw(clear.table)}
    where environment_id = ${environmentId} and id = any(${ids}) and ${isClear(clear)}
    order by id for update skip locked`);
}

async function replace(
  tx: Queryable,
  { table, columns, sealedColumn }: ClearColumns,
  environmentId: string,
  rows: readonly { id: string; sealed: string }[],
): Promise<void> {
  const erased = columns.map((column) => `${column} = null`).join(", ");
  await tx.query(sql`
    update ${raw(table)} t set ${raw(sealedColumn)} = x.sealed, ${raw(erased)}
    from json_to_recordset(${JSON.stringify(rows)}) as x(id text, sealed text)
    where t.environment_id = ${environmentId} and t.id = x.id`);
}

async function environmentIds(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`select id from environments order by id`);
  return rows.map(({ id }) => id);
}

async function isDone(database: Queryable, { table }: ClearColumns): Promise<boolean> {
  const rows = await database.query<{ name: string }>(
    sql`select name from sealed_tables where name = ${table}`,
  );
  return rows.length > 0;
}

async function markDone(database: Queryable, { table }: ClearColumns): Promise<void> {
  await database.query(sql`insert into sealed_tables (name) values (${table}) on conflict (name) do nothing`);
}
