import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";
import { onTestFinished } from "vitest";

/**
 * Below the ports that Linux (from 32,768) and macOS (from 49,152) give to listeners on port 0 and to clients, and below those of
 * the harness (`harness/src/loopback.ts`). Above 10,080, which browsers and Node's fetch refuse (https://fetch.spec.whatwg.org/#port-blocking).
 */
const FIRST = 11_000;
const PAIRS = 4_500;

/**
 * A port of 127.0.0.1 on which nothing listens, and which no other test takes before the current test has finished: for a program
 * that a test starts, or stops and starts again. A port that listening on 0 found can be anybody's as soon as it is free. The
 * lock is a listener on the next port, so it ends with the process.
 */
export async function keepPort(): Promise<number> {
  const start = randomInt(PAIRS);
  for (let n = 0; n < PAIRS; n += 1) {
    const port = FIRST + 2 * ((start + n) % PAIRS);
    const lock = await listenOn(port + 1);
    const probe = lock && (await listenOn(port));
    if (probe) await closed(probe);
    if (lock && probe) {
      onTestFinished(() => closed(lock));
      return port;
    }
    if (lock) await closed(lock);
  }
  throw new Error(`all ports from ${FIRST} to ${FIRST + 2 * PAIRS} are in use`);
}

/** @returns undefined when the port is in use. */
function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
