import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@tidings/client";
import type { Target } from "./load.ts";
import { figures, paced } from "./pacing.ts";
import { PROGRAM, serve } from "./serving.ts";

const NOTIFICATIONS = 1_000_000;
const EVENTS_PER_CALL = 100;
const SEEDING_LOOPS = 4;
const SUBSCRIBERS = 2_000;
/** Triggers per second during the deletion, and the duration of the measurement without it. */
const PER_SECOND = 100;
const ALONE_S = 15;
const DAYS = 91;

const PACE = {
  perSecond: PER_SECOND,
  event: (index: number) => ({
    name: "bench",
    to: `s${index % SUBSCRIBERS}`,
    payload: { text: `during ${index}` },
  }),
};

/**
 * Deletes a million expired notifications (one in-app step each) while another environment triggers at a steady rate, and
 * compares the response times with those without the deletion. The expired notifications belong to a test environment,
 * whose clock is advanced by 91 days.
 */
export async function retention(size = NOTIFICATIONS): Promise<string[]> {
  const { dataDirectory, apiKey } = await seedStore(size);
  const purging = await serve(dataDirectory, {
    NODE_ENV: "test",
    TIDINGS_FAILPOINT: `purge_first_ms=${(ALONE_S + 5) * 1_000}`,
  });
  try {
    await sleep(3_000);
    const alone = await paced(purging, { ...PACE, shouldContinue: until(ALONE_S) });
    const startMs = performance.now();
    const during = await paced(purging, { ...PACE, shouldContinue: whileAny({ url: purging.url, apiKey }) });
    const took = (performance.now() - startMs) / 1_000;
    const rate = `${PER_SECOND} triggers/s`;
    return [
      `${size} expired notifications deleted in ${took.toFixed(0)} s (${(size / took).toFixed(0)}/s, including the seconds before the deletion starts)`,
      `response time at ${rate} without the deletion: ${figures(alone)}`,
      `response time at ${rate} during the deletion: ${figures(during)}`,
    ];
  } finally {
    await purging.stop();
    await purging.remove();
  }
}

/** Makes a store with expired notifications in a separate environment; returns the API key of that environment. */
async function seedStore(size: number): Promise<{ dataDirectory: string; apiKey: string }> {
  const serving = await serve();
  const { dataDirectory } = serving;
  try {
    const apiKey = makeTestEnvironment(dataDirectory);
    const old = { url: serving.url, apiKey };
    await makeWorkflow(old);
    await makeWorkflow(serving);
    await seed(old, size);
    await createClient(old).testClock.move({ advance: { amount: DAYS, unit: "days" } });
    return { dataDirectory, apiKey };
  } finally {
    await serving.stop();
  }
}

function makeTestEnvironment(dataDirectory: string): string {
  const args = [PROGRAM, "environments", "create", "Old", "--test", "--json", "--data-dir", dataDirectory];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })).apiKey;
}

async function makeWorkflow(target: Target): Promise<void> {
  const controlValues = { subject: "Hello {{subscriber.subscriberId}}", body: "{{payload.text}}" };
  await createClient(target).workflows.create({
    name: "bench",
    workflowId: "bench",
    __source: "bench",
    steps: [{ name: "inbox", type: "in_app", controlValues }],
  });
}

async function seed(target: Target, size: number): Promise<void> {
  // The clock stands still while the notifications are created, so that all expire at the same time.
  await createClient(target).testClock.move({});
  const event = (index: number) => ({
    name: "bench",
    to: `s${index % SUBSCRIBERS}`,
    payload: { text: `text ${index}`, order: { id: index } },
  });
  const client = createClient(target);
  let next = 0;
  // The client retries when the service is overloaded.
  const triggerLoop = async () => {
    for (let first = next; first < size; first = next) {
      next += EVENTS_PER_CALL;
      await client.events.triggerBulk(
        Array.from({ length: EVENTS_PER_CALL }, (_, index) => event(first + index)),
      );
    }
  };
  await Promise.all(Array.from({ length: SEEDING_LOOPS }, triggerLoop));
  for (let isSettled = false; !isSettled; )
    isSettled = (await createClient(target).testClock.move({})).isSettled;
}

type ShouldContinue = () => boolean;

function until(seconds: number): ShouldContinue {
  const endMs = performance.now() + seconds * 1_000;
  return () => performance.now() < endMs;
}

/** True while a notification can be listed; polled once a second. */
function whileAny(target: Target): ShouldContinue {
  let isAny = true;
  const poll = async () => {
    while (isAny) {
      await sleep(1_000);
      isAny = (await createClient(target).notifications.list({ limit: 1 })).data.length > 0;
    }
  };
  void poll();
  return () => isAny;
}
