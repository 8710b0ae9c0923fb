import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { timed } from "../foundation/loop-time.ts";
import { onceClosed } from "./once-closed.ts";

/** Makes a line: the conversion of a record, which takes time of the main thread. */
export type MakeLine = () => string;

/** The result of an operation that streams: lines of JSON, made while they are read. */
export class Lines {
  readonly lines: AsyncGenerator<MakeLine, void>;
  /** Called when the response has ended, however it ended: also if its client has gone before the first line. */
  readonly leave: () => void;
  constructor(lines: AsyncGenerator<MakeLine, void>, leave: () => void) {
    this.lines = lines;
    this.leave = leave;
  }
}

/** A connection over which no byte goes for this time is cut off. The socket counts it: it is no timer of the service. */
const SLOWEST_READ_MS = 60_000;
/** Lines of these characters are written together. */
const TOGETHER = 64 * 1024;

/**
 * Sends lines as NDJSON. The next ones are made when the client has taken those before, so a process holds one page of each
 * response. After the first byte a failure can only cut the response off: its last line is missing then. The share of the request
 * is charged for making each line.
 */
export function sendLines(
  reply: FastifyReply,
  { lines, leave }: Lines,
  charge: (ms: number) => void,
): FastifyReply {
  const { raw, request } = reply;
  onceClosed(raw, leave);
  reply.code(200).header("content-type", "application/x-ndjson; charset=utf-8");
  if (request.raw.method === "HEAD") return reply.send();
  raw.setTimeout(SLOWEST_READ_MS, () => raw.destroy());
  return reply.send(Readable.from(encoded(lines, charge), { objectMode: false }));
}

async function* encoded(
  lines: AsyncGenerator<MakeLine, void>,
  charge: (ms: number) => void,
): AsyncGenerator<Buffer, void> {
  let waiting = "";
  for await (const makeLine of lines) {
    waiting += timed(charge, makeLine);
    if (waiting.length < TOGETHER) continue;
    yield timed(charge, () => Buffer.from(waiting));
    waiting = "";
  }
  if (waiting !== "") yield Buffer.from(waiting);
}
