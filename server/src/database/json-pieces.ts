/** No statement is larger: the driver, PostgreSQL and V8 (a text has at most 2^29 characters) each hold it whole. */
const MAX_STATEMENT_BYTES = 16_000_000;

/**
 * Rows as JSON arrays for `json_to_recordset`, as few as the limit allows. A single row that is larger stands alone.
 * @param maxBytes of UTF-8 for each array.
 */
export function* jsonPieces(rows: readonly unknown[], maxBytes = MAX_STATEMENT_BYTES): Generator<string> {
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
