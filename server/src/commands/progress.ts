import { systemTime } from "../foundation/clock.ts";

const EVERY_MS = 200;

/** Shows on a terminal how many bytes are done; silent when standard error is no terminal. */
export function createProgress(verb: string): { add(bytes: number): void; end(): void } {
  let bytes = 0;
  let shownAtMs = 0;
  const { stderr } = process;
  return {
    add(more) {
      bytes += more;
      if (!stderr.isTTY || systemTime.monotonicMs() - shownAtMs < EVERY_MS) return;
      shownAtMs = systemTime.monotonicMs();
      stderr.write(`\r${(bytes / 1_000_000).toFixed(0)} MB ${verb}`);
    },
    end() {
      if (stderr.isTTY && shownAtMs > 0) stderr.write("\r\u001b[K");
    },
  };
}
