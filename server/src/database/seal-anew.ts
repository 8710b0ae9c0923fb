import { setTimeout as sleep } from "node:timers/promises";
import sql, { raw } from "sql-template-tag";
import type { Database, Queryable } from "./database.ts";

/** A column of sealed text. The names are ours, never a caller's. */
export type SealedColumn = {
  table: string;
  column: string;
  /** What distinguishes the rows of one environment: the end of their primary key. */
  idColumn: string;
  /** What stands between environment and id in the place that a text is bound to. */
  word: string;
};

/** Of one column: how many texts were sealed anew so far. */
export type SealProgress = (column: SealedColumn, count: number) => void;

export type SealAnewParts = {
  /** With all keys; the current one seals. */
  database: Database;
  currentKey: string;
  columns: readonly SealedColumn[];
  onProgress: SealProgress;
};

const ROWS_A_PAGE = 2_000;
const BYTES_A_PAGE = 4 * 1024 * 1024;
/** Between two batches, so that other transactions get at the table and let go of the rows they hold. */
const PAUSE_MS = 5;
/** Before looking at everything once more: what another transaction holds is let go within seconds. */
const LAP_PAUSE_MS = 200;

/**
 * Seals with the current key everything that another one has sealed, in batches, beside whatever else works on the store.
 * Each text names its key, so that a repetition after a crash goes on where it was. Ends when a lap over everything has
 * found nothing left. @returns how many texts it sealed.
 */
export async function sealAnew(parts: SealAnewParts): Promise<number> {
  const counts = new Map<SealedColumn, number>();
  let isLeft = true;
  while (isLeft) {
    isLeft = false;
    for (const column of parts.columns) {
      for await (const sealed of sealColumn(parts, column)) {
        isLeft = true;
        counts.set(column, (counts.get(column) ?? 0) + sealed);
        parts.onProgress(column, counts.get(column) ?? 0);
      }
    }
    if (isLeft) await sleep(LAP_PAUSE_MS);
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** How many texts each batch sealed that had something to do: what another transaction holds is left to the next lap. */
async function* sealColumn(
  { database, currentKey }: SealAnewParts,
  column: SealedColumn,
): AsyncGenerator<number> {
  for (const environmentId of await environmentIds(database)) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const place: Place = { column, environmentId, currentKey, from: after };
      const batch = await database.transaction((tx) => sealBatch(tx, place));
      after = batch.last;
      if (!batch.isOver) {
        yield batch.sealed;
        await sleep(PAUSE_MS);
      }
    }
  }
}

type Place = { column: SealedColumn; environmentId: string; currentKey: string; from: string };

/** `last` is undefined at the end of the environment; `isOver` where nothing of the page was sealed with an older key. */
type Batch = { sealed: number; isOver: boolean; last: string | undefined };

async function sealBatch(tx: Queryable, place: Place): Promise<Batch> {
  const { column, environmentId } = place;
  const page = await nextPage(tx, place);
  const last = page.at(-1)?.id;
  const wanted = page.filter(({ isOld }) => isOld).map(({ id }) => id);
  if (wanted.length === 0) return { sealed: 0, isOver: true, last };
  const rows = await lock(tx, place, wanted);
  const sealed = rows.map(({ id, text }) => {
    const at = `${environmentId}|${column.word}|${id}`;
    return { id, sealed: tx.secrets.seal(at, tx.secrets.open(at, text)) };
  });
  await replace(tx, place, sealed);
  return { sealed: rows.length, isOver: false, last };
}

/** The next rows of the table, as many as fit into memory well, at least one. A text that was erased is empty. */
async function nextPage(
  tx: Queryable,
  { column: { table, column, idColumn }, environmentId, currentKey, from }: Place,
) {
  const [id, text] = [raw(idColumn), raw(column)];
  const start = `v1.${currentKey}.`;
  return tx.query<{ id: string; isOld: boolean }>(sql`
    with page as (
      select ${id} as id, coalesce(${text} <> '' and not starts_with(${text}, ${start}), false) as is_old, ${text} as sealed
      from ${raw(table)} where environment_id = ${environmentId} and ${id} > ${from}
      order by ${id} limit ${ROWS_A_PAGE}
    ), measured as (
      select id, is_old, row_number() over (order by id) as place,
        sum(case when is_old then octet_length(sealed) else 0 end) over (order by id) as bytes
      from page
    )
    select id, is_old as "isOld" from measured where place = 1 or bytes <= ${BYTES_A_PAGE} order by id`);
}

/** Rows that another transaction holds are left to the next lap. */
async function lock(
  tx: Queryable,
  { column: { table, column, idColumn }, environmentId }: Place,
  ids: string[],
) {
  const id = raw(idColumn);
  return tx.query<{ id: string; text: string }>(sql`
    select ${id} as id, ${raw(column)} as text from ${raw(table)}
    where environment_id = ${environmentId} and ${id} = any(${ids}) and ${raw(column)} is not null
    order by ${id} for update skip locked`);
}

async function replace(
  tx: Queryable,
  { column: { table, column, idColumn }, environmentId }: Place,
  rows: readonly { id: string; sealed: string }[],
): Promise<void> {
  await tx.query(sql`
    update ${raw(table)} t set ${raw(column)} = x.sealed
    from json_to_recordset(${JSON.stringify(rows)}) as x(id text, sealed text)
    where t.environment_id = ${environmentId} and t.${raw(idColumn)} = x.id`);
}

async function environmentIds(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`select id from environments order by id`);
  return rows.map(({ id }) => id);
}
