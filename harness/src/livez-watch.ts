import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Polls `/livez` on its own connection, like a supervisor that restarts a process which does not answer. */
export type LivezWatch = {
  readonly longestMs: number;
  stop(): Promise<void>;
};

const EVERY_MS = 100;
const TIMEOUT_MS = 10_000;

/** Calls `onLate` for each response that took longer than `withinMs`. */
export function watchLivez(url: string, withinMs: number, onLate: (tookMs: number) => void): LivezWatch {
  const agent = new Agent({ keepAlive: true });
  let longestMs = 0;
  let isStopped = false;
  const watching = (async () => {
    for (; !isStopped; await sleep(EVERY_MS)) {
      const since = performance.now();
      await probe(url, agent);
      const tookMs = Math.round(performance.now() - since);
      longestMs = Math.max(longestMs, tookMs);
      if (tookMs > withinMs) onLate(tookMs);
    }
  })();
  return {
    get longestMs() {
      return longestMs;
    },
    stop: async () => {
      isStopped = true;
      await watching;
      agent.destroy();
    },
  };
}

function probe(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve) => {
    const request = get(`${url}/livez`, { agent, timeout: TIMEOUT_MS }, (response) => {
      response.resume();
      response.once("close", resolve);
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve());
  });
}
