import { createLog, type Log, type LogLevel } from "../src/foundation/log.ts";
import { PATIENCE_MS } from "./patience.ts";

/** A log that keeps its lines for a test. */
export type CapturedLog = {
  readonly log: Log;
  /** The lines as written. */
  readonly lines: string[];
  /** The parsed lines with this message. */
  matching(message: string | RegExp): any[];
  /** Waits for the first line with this message. */
  waitFor(message: string | RegExp): Promise<any>;
};

const LOOK_EVERY_MS = 10;

export function captureLog(level: LogLevel): CapturedLog {
  const lines: string[] = [];
  const log = createLog(level, { write: (line) => void lines.push(line) });
  const matching = (message: string | RegExp) =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => isSaid(msg, message));
  return {
    log,
    lines,
    matching,
    waitFor: async (message) => {
      for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
        const [first] = matching(message);
        if (first) return first;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
      throw new Error(`no log line ${message}: ${lines.slice(-20).join("")}`);
    },
  };
}

function isSaid(text: string, message: string | RegExp): boolean {
  return typeof message === "string" ? text === message : message.test(text);
}
