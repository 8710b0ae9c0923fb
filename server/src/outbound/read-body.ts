import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";

/**
 * Maximum bytes read of a response: enough for any provider's JSON, and small enough for hundreds of parallel calls.
 */
const MAX_BODY_BYTES = 64 * 1024;

type Body = { body: string; isCut: boolean };

/**
 * Reads at most `MAX_BODY_BYTES` and then destroys the socket or the stream. An incomplete body, or one that is not complete in time, is
 * returned as far as it was read: the status line is what counts. A compressed body is not decompressed.
 */
export async function readBody(response: Readable, headers: IncomingHttpHeaders): Promise<Body> {
  if (isCompressed(headers)) {
    response.once("error", () => {}).destroy();
    return { body: "", isCut: true };
  }
  const parts: Buffer[] = [];
  let size = 0;
  let isCut = false;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      // Copied: a chunk of one byte references a read buffer of 64 KiB and would keep it in memory.
      parts.push(Buffer.from(chunk));
      size += chunk.length;
      isCut = size > MAX_BODY_BYTES;
      if (isCut) break;
    }
  } catch {
    isCut = true;
  }
  return { body: Buffer.concat(parts).subarray(0, MAX_BODY_BYTES).toString("utf8"), isCut };
}

function isCompressed(headers: IncomingHttpHeaders): boolean {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  return encoding !== "identity" && encoding !== "";
}
