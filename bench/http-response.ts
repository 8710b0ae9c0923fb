import type { Response } from "./http-connection.ts";

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";

/** The response in these bytes; undefined while it is incomplete. Its length is stated, or it comes in chunks. */
export function readResponse(bytes: Buffer): Response | undefined {
  const headLength = bytes.indexOf(HEAD_END);
  if (headLength < 0) return undefined;
  const head = bytes.toString("latin1", 0, headLength).toLowerCase();
  const status = Number(head.slice(9, 12));
  const start = headLength + HEAD_END.length;
  const content = bytes.subarray(start);
  if (head.includes("\r\ntransfer-encoding: chunked")) {
    const isComplete = content.subarray(-LAST_CHUNK.length).equals(Buffer.from(LAST_CHUNK));
    return isComplete ? { status, body: withoutChunks(content) } : undefined;
  }
  const length = Number(/\r\ncontent-length: *(\d+)/.exec(head)?.[1] ?? 0);
  return content.length < length ? undefined : { status, body: content.subarray(0, length) };
}

function withoutChunks(content: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length; ) {
    const lineEnd = content.indexOf("\r\n", at);
    const size = Number.parseInt(content.toString("latin1", at, lineEnd), 16);
    if (!(size > 0)) break;
    parts.push(content.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
