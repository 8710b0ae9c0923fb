import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, Worker } from "node:worker_threads";

/**
 * The control process: it has no work of its own, so whatever delays it is the machine. Its main thread answers every HTTP
 * request at once; the other thread does the same work once a second. Prints its address, then how many milliseconds
 * each work took. Ends with its parent.
 */
const EVERY_MS = 1_000;
/** Takes 5 % of a processor: 50 ms. Less would end within the first turn that Linux gives a thread that has slept. */
const ADDITIONS = 75_000_000;

function work(): number {
  let sum = 0;
  for (let n = 0; n < ADDITIONS; n += 1) sum += n;
  return sum;
}

const print = (line: string | number): void => void process.stdout.write(`${line}\n`);

async function workForever(): Promise<void> {
  // Compiles it.
  work();
  for (;;) {
    const since = performance.now();
    work();
    print(performance.now() - since);
    await sleep(EVERY_MS);
  }
}

function answer(): void {
  const server = createServer((_, response) => response.end());
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => {
    print(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    new Worker(new URL(import.meta.url));
  });
  process.stdin.on("end", () => process.exit(0)).resume();
}

if (isMainThread) answer();
else await workForever();
