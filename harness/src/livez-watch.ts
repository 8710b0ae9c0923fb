import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Asks `/livez` over a connection of its own, as a supervisor does that would restart what does not answer. */
export type LivezWatch = {
  readonly longestMs: number;
  stop(): Promise<void>;
};

const EVERY_MS = 100;
const PATIENCE_MS = 10_000;

/** `late` hears of each answer that took longer than `withinMs`. */
export function watchLivez(url: string, withinMs: number, late: (tookMs: number) => void): LivezWatch {
  const agent = new Agent({ keepAlive: true });
  let longestMs = 0;
  let isStopped = false;
  const watching = (async () => {
    for (; !isStopped; await sleep(EVERY_MS)) {
      const since = performance.now();
      await answered(url, agent);
      const tookMs = Math.round(performance.now() - since);
      longestMs = Math.max(longestMs, tookMs);
      if (tookMs > withinMs) late(tookMs);
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

function answered(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve) => {
    const asked = get(`${url}/livez`, { agent, timeout: PATIENCE_MS }, (response) => {
      response.resume();
      response.once("close", resolve);
    });
    asked.once("timeout", () => asked.destroy());
    asked.once("error", () => resolve());
  });
}
