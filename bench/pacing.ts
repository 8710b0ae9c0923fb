import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { quantile, type Target } from "./load.ts";

type Pace = {
  perSecond: number;
  shouldContinue: () => boolean;
  /** The trigger with this number. */
  event: (index: number) => object;
};

/** Triggers at a steady rate, without waiting for responses; returns the times of the responses. Refused ones (503) take for ever. */
export async function paced(target: Target, { perSecond, shouldContinue, event }: Pace): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const latenciesMs: number[] = [];
  const calls: Promise<void>[] = [];
  const startMs = performance.now();
  for (let index = 0; shouldContinue(); index++) {
    const atMs = startMs + (index * 1_000) / perSecond;
    await sleep(Math.max(0, atMs - performance.now()));
    calls.push(trigger(agent, target, event(index)).then((ms) => void latenciesMs.push(ms)));
  }
  await Promise.all(calls);
  agent.destroy();
  return latenciesMs;
}

function trigger(agent: Agent, { url, apiKey }: Target, event: object): Promise<number> {
  const headers = { authorization: `ApiKey ${apiKey}`, "content-type": "application/json" };
  const sentAtMs = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(`${url}/v1/events/trigger`, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => {
        if (response.statusCode === 201) resolve(performance.now() - sentAtMs);
        else if (response.statusCode === 503) resolve(Number.POSITIVE_INFINITY);
        else reject(new Error(`a trigger was answered ${response.statusCode}`));
      });
    });
    call.on("error", reject).end(JSON.stringify(event));
  });
}

export function figures(latenciesMs: readonly number[]): string {
  const at = (share: number) => `${quantile(latenciesMs, share).toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)} (${latenciesMs.length} requests)`;
}
