import sql, { raw } from "sql-template-tag";
import type { Time } from "../foundation/clock.ts";
import type { Database, Queryable } from "./database.ts";

/** A column of sealed text. The names come from the code, never from a client. */
export type SealedColumn = {
  table: string;
  column: string;
  /** The last column of the primary key, which identifies a row within its environment. */
  idColumn: string;
  /** The word between environment and id in the place that a text is bound to. */
  word: string;
};

/** The number of texts of a column that were sealed again so far. */
export type SealProgress = (column: SealedColumn, count: number) => void;

export type SealAnewParts = {
  /** Opened with all keys; the current key seals. */
  database: Database;
  currentKey: string;
  columns: readonly SealedColumn[];
  onProgress: SealProgress;
  time: Time;
};

const ROWS_A_PAGE = 2_000;
const BYTES_A_PAGE = 4 * 1024 * 1024;
/** Pause between two batches, so that other transactions can use the table and release their row locks. */
const PAUSE_MS = 5;
/** Pause before the next pass: rows locked by other transactions are released within seconds. */
const PASS_PAUSE_MS = 200;

/**
 * Seals all texts of older keys with the current key, in batches, while the service is running. Each text names its key:
 * after a crash a new call continues where the last one stopped. Ends after a pass that found no older key.
 * @returns the number of sealed texts.
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
    if (isLeft) await parts.time.sleep(PASS_PAUSE_MS);
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * Yields the number of texts sealed by each batch that had any; rows locked by other transactions wait for the next
 * pass.
 */
async function* sealColumn(
  { database, currentKey, time }: SealAnewParts,
  column: SealedColumn,
): AsyncGenerator<number> {
  for (const environmentId of await environmentIds(database)) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const place: RowPlace = { column, environmentId, currentKey, from: after };
      const batch = await database.transaction((tx) => sealBatch(tx, place));
      after = batch.last;
      if (!batch.isOver) {
        yield batch.sealed;
        await time.sleep(PAUSE_MS);
      }
    }
  }
}

type RowPlace = { column: SealedColumn; environmentId: string; currentKey: string; from: string };

/** `last` is undefined at the end of the environment; `isOver` when the page has no text of an older key. */
type ResealBatch = { sealed: number; isOver: boolean; last: string | undefined };

async function sealBatch(tx: Queryable, place: RowPlace): Promise<ResealBatch> {
  const { column, environmentId } = place;
  const page = await nextPage(tx, place);
  const last = page.at(-1)?.id;
  const oldIds = page.filter(({ isOld }) => isOld).map(({ id }) => id);
  if (oldIds.length === 0) return { sealed: 0, isOver: true, last };
  const rows = await lock(tx, place, oldIds);
  const sealed = rows.map(({ id, text }) => {
    const at = `${environmentId}|${column.word}|${id}`;
    return { id, sealed: tx.secrets.seal(at, tx.secrets.open(at, text)) };
  });
  await replace(tx, place, sealed);
  return { sealed: rows.length, isOver: false, last };
}

/** The next rows of the table, up to the limits of rows and bytes, at least one. An erased text is empty. */
async function nextPage(
  tx: Queryable,
  { column: { table, column, idColumn }, environmentId, currentKey, from }: RowPlace,
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

/** Rows locked by other transactions are skipped until the next pass. */
async function lock(
  tx: Queryable,
  { column: { table, column, idColumn }, environmentId }: RowPlace,
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
  { column: { table, column, idColumn }, environmentId }: RowPlace,
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
