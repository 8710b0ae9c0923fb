import type { IncomingMessage } from "node:http";

/** What is read of an answer; enough for any provider's JSON, little enough to hold for hundreds of calls at once. */
const MAX_BODY_BYTES = 64 * 1024;

type Body = { body: string; isCut: boolean };

/**
 * Reads at most `MAX_BODY_BYTES` and then destroys the socket. A body that breaks off, or is still coming when the
 * time is up, is answered as far as it came: the status line was the answer. A compressed one is not unpacked.
 */
export async function readBody(response: IncomingMessage): Promise<Body> {
  if (isCompressed(response)) {
    response.once("error", () => {}).destroy();
    return { body: "", isCut: true };
  }
  const parts: Buffer[] = [];
  let size = 0;
  let isCut = false;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      // Copied: a one-byte chunk is a window on a read buffer of 64 KiB and would keep all of it.
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

function isCompressed(response: IncomingMessage): boolean {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  return encoding !== "identity" && encoding !== "";
}
