import { type ExportLine, exportSubscriber as operation } from "@tidings/contract";
import { cutOff, type StreamLines } from "./stream-lines.ts";
import { TidingsError } from "./tidings-error.ts";

export type ExportOptions = {
  /** The `cursor` of a line of an earlier export: this one continues behind it. */
  readonly after?: string;
  readonly signal?: AbortSignal;
};

/**
 * Yields the lines of an export, the last one with the number of all records. If the connection breaks, the export continues behind
 * the last line that arrived; without any line since then, it fails. @throws TidingsError
 */
export async function* exportSubscriber(
  streamLines: StreamLines,
  subscriberId: string,
  { after, signal }: ExportOptions = {},
): AsyncGenerator<ExportLine, void> {
  let cursor = after;
  let count = 0;
  for (;;) {
    const before = count;
    const query = cursor === undefined ? {} : { after: cursor };
    const request = { params: { subscriberId }, query, ...(signal ? { signal } : {}) };
    try {
      for await (const line of streamLines(operation, request)) {
        if (line.type === "end") {
          yield { type: "end", count };
          return;
        }
        count += 1;
        cursor = line.cursor;
        yield line;
      }
    } catch (error) {
      if (count === before || !isBroken(error)) throw error;
    }
    if (count === before) throw cutOff(operation.path);
  }
}

/** The connection ended; a refusal, or an abort by the caller, is final. */
function isBroken(error: unknown): boolean {
  return error instanceof TidingsError && error.status === 0 && error.code !== "ABORTED";
}
