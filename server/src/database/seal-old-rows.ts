import { setTimeout as sleep } from "node:timers/promises";
import sql, { raw } from "sql-template-tag";
import type { Log } from "../foundation/log.ts";
import type { Database, Queryable } from "./database.ts";
import { logFailure } from "./outage.ts";

/** Columns that held secrets in clear before the table had one for sealed text. The names are ours, never a caller's. */
export type ClearColumns = {
  table: string;
  columns: readonly string[];
  /** SQL of the text that is sealed. */
  text: string;
  sealedColumn: string;
};

/** Seals what is in clear, once for each table, until it is closed. In any number of processes at once. */
export type Sealing = { close(): Promise<void> };

export type SealingParts = { database: Database; clear: readonly ClearColumns[]; log: Log };

const AGAIN_AFTER_MS = 60_000;

export function startSealing({ database, clear, log }: SealingParts): Sealing {
  const closing = new AbortController();
  const { signal } = closing;
  const sealing = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        for (const columns of clear) {
          const count = await sealOldRows(database, columns, signal);
          if (count > 0) log.info({ table: columns.table, count }, "sealed what was stored in clear");
        }
        return;
      } catch (error) {
        logFailure(log, error, "what is stored in clear could not all be sealed; again in a minute");
        await sleep(AGAIN_AFTER_MS, undefined, { signal }).catch(() => {});
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

/** Seals every row of a table that is in clear, unless that was done once before. @returns how many it sealed. */
export async function sealOldRows(
  database: Database,
  clear: ClearColumns,
  signal: AbortSignal,
): Promise<number> {
  if (await isThrough(database, clear)) return 0;
  let count = 0;
  for (const environmentId of await environmentIds(database)) {
    count += await sealEnvironment(database, { clear, environmentId, signal });
  }
  if (!signal.aborted) await rememberThrough(database, clear);
  return count;
}

type Work = { clear: ClearColumns; environmentId: string; signal: AbortSignal };

/** Between two batches, so that other transactions get at the table and let go of the rows they hold. */
const PAUSE_MS = 20;

/** Laps over the table, batch by batch, until no row in clear was left out because another transaction held it. */
async function sealEnvironment(database: Database, work: Work): Promise<number> {
  let count = 0;
  let isLeftOut = true;
  while (isLeftOut && !work.signal.aborted) {
    isLeftOut = false;
    let after: string | undefined = "";
    while (after !== undefined && !work.signal.aborted) {
      const from: string = after;
      const batch: Batch = await database.transaction((tx) => sealBatch(tx, work, from));
      count += batch.sealed;
      isLeftOut ||= batch.isLeftOut;
      after = batch.last;
      if (batch.sealed > 0 || batch.isLeftOut) await sleep(PAUSE_MS);
    }
  }
  return count;
}

/** `last` is undefined at the end of the environment. */
type Batch = { sealed: number; isLeftOut: boolean; last: string | undefined };

async function sealBatch(tx: Queryable, { clear, environmentId }: Work, after: string): Promise<Batch> {
  const page = await nextPage(tx, clear, environmentId, after);
  const wanted = page.filter(({ isClear }) => isClear).map(({ id }) => id);
  const rows = wanted.length === 0 ? [] : await lock(tx, clear, environmentId, wanted);
  const sealed = rows.map(({ id, text }) => ({
    id,
    sealed: tx.secrets.seal(`${environmentId}|${clear.table}|${id}`, text),
  }));
  if (sealed.length > 0) await replace(tx, clear, environmentId, sealed);
  return { sealed: sealed.length, isLeftOut: rows.length < wanted.length, last: page.at(-1)?.id };
}

const ROWS_A_PAGE = 2_000;
const BYTES_A_PAGE = 4 * 1024 * 1024;

const isClear = ({ columns }: ClearColumns) => raw(`num_nonnulls(${columns.join(", ")}) > 0`);

/** The next rows of the table, sealed or not, as many as fit into memory well, at least one. */
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

async function isThrough(database: Queryable, { table }: ClearColumns): Promise<boolean> {
  const rows = await database.query<{ name: string }>(
    sql`select name from sealed_tables where name = ${table}`,
  );
  return rows.length > 0;
}

async function rememberThrough(database: Queryable, { table }: ClearColumns): Promise<void> {
  await database.query(sql`insert into sealed_tables (name) values (${table}) on conflict (name) do nothing`);
}
