import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type Tidings } from "@tidings/client";
import type { Target } from "../load.ts";
import { PROGRAM, type Serving } from "../serving.ts";
import { eventAt, KINDS } from "./mixture.ts";

const EVENTS_PER_CALL = 100;
const LOOPS = 8;

/** Makes the workflows, and as many notifications as are missing. */
export async function fill(target: Target, size: number): Promise<void> {
  const client = createClient(target);
  const { workflows } = await client.workflows.list({ limit: 100 });
  for (const { workflowId, steps } of KINDS) {
    if (workflows.some((one) => one.workflowId === workflowId)) continue;
    await client.workflows.create({
      name: workflowId,
      workflowId,
      __source: "bench",
      steps: [...steps] as never,
    });
  }
  let next = await filledSize(client);
  const triggerLoop = async () => {
    for (let first = next; first < size; first = next) {
      next += EVENTS_PER_CALL;
      // The client tries again when the service is overloaded.
      await client.events.triggerBulk(
        Array.from({ length: Math.min(EVENTS_PER_CALL, size - first) }, (_, at) =>
          eventAt(first + at),
        ) as never,
      );
    }
  };
  await Promise.all(Array.from({ length: LOOPS }, triggerLoop));
  await settled(client);
}

/** The number of the last trigger, and one more: the newest notification's payload has it. */
async function filledSize(client: Tidings): Promise<number> {
  const { data } = await client.notifications.list({ limit: 50 });
  const numbers = data.map(({ payload }) =>
    Number((payload as { order?: { id?: number } })?.order?.id ?? -1),
  );
  return Math.max(-1, ...numbers) + 1;
}

/** Waits until nothing is due. */
async function settled(client: Tidings): Promise<void> {
  for (;;) {
    const { queue } = await client.system.get();
    if (queue.ready === 0) return;
    await sleep(1_000);
  }
}

/** A test environment of the running service, with its API key. */
export function makeTestEnvironment({ dataDirectory, url }: Serving, name: string): Target {
  const args = ["environments", "create", name, "--test", "--json", "--data-dir", dataDirectory];
  return { url, apiKey: JSON.parse(run(args)).apiKey };
}

/** A link that signs in to the dashboard. */
export function makeSignInLink({ dataDirectory, url }: Serving): string {
  return JSON.parse(run(["dashboard", "--json", "--port", new URL(url).port, "--data-dir", dataDirectory]))
    .link;
}

const run = (args: readonly string[]): string =>
  execFileSync(process.execPath, [PROGRAM, ...args], { encoding: "utf8" });
