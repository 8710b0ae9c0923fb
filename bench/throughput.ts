import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@tidings/client";
import { post, quantile, type Target } from "./load.ts";
import { type Serving, serve } from "./serving.ts";

const TRIGGERS = 30_000;
const WARM_UP = 3_000;
const CONNECTIONS = 64;
const SUBSCRIBERS = 2_000;

/**
 * From POST to stored message: triggers at full speed over 64 connections; the time ends when the last message can be
 * listed. One in-app step with two rendered texts; the load generator runs on the same machine.
 */
export async function throughput(): Promise<string[]> {
  const serving = await serve();
  try {
    await createBenchWorkflow(serving);
    await run(serving, WARM_UP, "w");
    const { acceptedPerSecond, storedPerSecond, p50, p99 } = await run(serving, TRIGGERS, "t");
    const accepted = `accepted ${acceptedPerSecond.toFixed(0)}/s, answer p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
    return [`triggers/s from POST to stored message: ${storedPerSecond.toFixed(0)} (${accepted})`];
  } finally {
    await end(serving);
  }
}

/** A workflow of one in-app step with two rendered texts. */
export async function createBenchWorkflow(target: Target): Promise<void> {
  await createClient(target).workflows.create({
    name: "bench",
    workflowId: "bench",
    __source: "bench",
    steps: [
      {
        name: "inbox",
        type: "in_app",
        controlValues: { subject: "Hello {{subscriber.subscriberId}}", body: "{{payload.text}}" },
      },
    ],
  });
}

/** The body of a trigger of that workflow; `mark` distinguishes the runs. */
export function benchTrigger(mark: string, index: number): string {
  return JSON.stringify({
    name: "bench",
    to: `s${index % SUBSCRIBERS}`,
    payload: { text: `${mark}${index}`, order: { id: index } },
  });
}

async function run(target: Target, count: number, mark: string) {
  const storedBefore = await stored(target);
  const before = performance.now();
  const load = await post(target, "/v1/events/trigger", {
    count,
    connections: CONNECTIONS,
    body: (index) => benchTrigger(mark, index),
  });
  if (load.statuses.get(201) !== count) throw new Error(`statuses ${JSON.stringify([...load.statuses])}`);
  while ((await stored(target)) < storedBefore + count) await sleep(20);
  const tookMs = performance.now() - before;
  return {
    acceptedPerSecond: (count / load.tookMs) * 1000,
    storedPerSecond: (count / tookMs) * 1000,
    p50: quantile(load.latenciesMs, 0.5),
    p99: quantile(load.latenciesMs, 0.99),
  };
}

async function stored(target: Target): Promise<number> {
  return (await createClient(target).messages.list({ limit: 1 })).totalCount ?? 0;
}

async function end(serving: Serving): Promise<void> {
  await serving.stop();
  await serving.remove();
}
