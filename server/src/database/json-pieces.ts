/** The largest statement: the driver, PostgreSQL and V8 (at most 2^29 characters per text) hold it as a whole. */
const MAX_STATEMENT_BYTES = 16_000_000;

/** Rows are usually small, so that these fit into one statement. */
const FEW_ROWS = 500;
/** Of a UTF-16 code unit, in UTF-8. */
const MAX_BYTES_OF_CHARACTER = 3;

const fits = (text: string, maxBytes: number) =>
  text.length * MAX_BYTES_OF_CHARACTER <= maxBytes ||
  (text.length <= maxBytes && Buffer.byteLength(text) <= maxBytes);

/**
 * Rows as JSON arrays for `json_to_recordset`, as few as the limit allows. A row above the limit is an array of its own.
 * @param maxBytes UTF-8 bytes per array.
 */
export function* jsonPieces(rows: readonly unknown[], maxBytes = MAX_STATEMENT_BYTES): Generator<string> {
  if (rows.length <= FEW_ROWS) {
    const all = JSON.stringify(rows);
    if (fits(all, maxBytes)) {
      if (rows.length > 0) yield all;
      return;
    }
  }
  let texts: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    const size = Buffer.byteLength(text) + 1;
    if (texts.length > 0 && bytes + size > maxBytes) {
      yield `[${texts.join(",")}]`;
      texts = [];
      bytes = 0;
    }
    texts.push(text);
    bytes += size;
  }
  if (texts.length > 0) yield `[${texts.join(",")}]`;
}
