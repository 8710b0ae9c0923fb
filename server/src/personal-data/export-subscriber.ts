import type { Queryable } from "../database/database.ts";
import { EXPORT_PARTS, type ExportedPerson, type ExportPart } from "./export-parts-store.ts";
import { type ExportRow, isStillThere, readExportPage } from "./export-store.ts";

/** Behind which row of which part an export continues. */
export type ExportPlace = { part: string; keys: readonly string[] };

/** A record of the subscriber, and the place behind it. */
export type Exported = { part: ExportPart; row: ExportRow; place: ExportPlace };

const FIRST_ROWS = 20;
const MAX_ROWS = 200;
const ASKED_BYTES = 500_000;

/** Whether the place names a part, and has its keys with values of their types. */
export function isPlace({ part, keys }: ExportPlace): boolean {
  const named = EXPORT_PARTS.find(({ name }) => name === part);
  if (!named || keys.length !== named.keys.length) return false;
  return named.keys.every(({ type }, index) => type === "text" || /^\d{1,4}$/.test(keys[index] ?? ""));
}

/**
 * All records of a subscriber, in pages: each is a statement of its own, so that a slow reader holds neither a transaction nor a
 * connection, and a page waits until the one before it was taken. Ends without `true` as its result if the subscriber was deleted.
 */
export async function* exportSubscriber(
  database: Queryable,
  person: ExportedPerson,
  from: ExportPlace | undefined,
): AsyncGenerator<Exported[], boolean> {
  const first = from ? EXPORT_PARTS.findIndex(({ name }) => name === from.part) : 0;
  for (const [index, part] of EXPORT_PARTS.slice(first).entries()) {
    yield* pagesOf(database, person, { part, after: index === 0 ? from?.keys : undefined });
  }
  return isStillThere(database, person);
}

type Walk = { part: ExportPart; after: readonly string[] | undefined };

/** Asks for as many rows as probably fit into a page, by the size of those before. */
async function* pagesOf(
  database: Queryable,
  person: ExportedPerson,
  { part, after }: Walk,
): AsyncGenerator<Exported[], void> {
  let limit = FIRST_ROWS;
  let last = after;
  for (;;) {
    const rows = await readExportPage(database, person, part, { after: last, limit });
    const end = rows.at(-1);
    if (!end) return;
    last = end.keys;
    const records = rows
      .filter(({ data }) => data !== null)
      .map((row) => ({ part, row, place: { part: part.name, keys: row.keys } }));
    if (records.length > 0) yield records;
    if (end.found < limit && rows.length === end.found) return;
    limit = Math.max(1, Math.min(MAX_ROWS, Math.floor((rows.length * ASKED_BYTES) / Math.max(1, end.bytes))));
  }
}
