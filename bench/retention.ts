import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@tidings/client";
import { benchEvent, createBenchWorkflow, triggerRequest } from "./bench-workflow.ts";
import { atRate, type Load, quantile, type Target } from "./load.ts";
import { PROGRAM, serve } from "./serving.ts";
import type { Figures, Options, Round, Survey } from "./suite/workload.ts";

const NOTIFICATIONS = 1_000_000;
const EVENTS_PER_CALL = 100;
const SEEDING_LOOPS = 4;
/** Triggers per second during the deletion, and the duration of the measurement without it. */
const PER_SECOND = 100;
const ALONE_S = 15;
const DAYS = 91;

const PACE = {
  perSecond: PER_SECOND,
  request: (index: number) => triggerRequest(benchEvent(index, `during ${index}`)),
};

/** The expired notifications belong to a test environment, whose clock is advanced by 91 days. */
export const retention: Survey = {
  name: "retention",
  title: "The deletion of expired notifications",
  text: `A million expired notifications of one in-app step are deleted while another environment sends ${PER_SECOND} triggers/s. The rate includes the seconds before the deletion starts. A refused trigger counts as infinitely slow.`,
  unit: "notification",
  survey: async (options) => [{ name: "ours", rounds: [await deletion(options)] }],
};

async function deletion({ size = NOTIFICATIONS }: Options): Promise<Round> {
  const { dataDirectory, apiKey } = await seedStore(size);
  const purging = await serve(dataDirectory, {
    NODE_ENV: "test",
    TIDINGS_FAILPOINT: `purge_first_ms=${(ALONE_S + 5) * 1_000}`,
  });
  try {
    await sleep(3_000);
    const alone = await atRate(purging, { ...PACE, shouldContinue: until(ALONE_S) });
    const startMs = performance.now();
    const during = await atRate(purging, { ...PACE, shouldContinue: whileAny({ url: purging.url, apiKey }) });
    const durationMs = performance.now() - startMs;
    const figures = { ...answersOf("alone", alone), ...answersOf("during the deletion", during) };
    return { operations: size, durationMs, figures };
  } finally {
    await purging.stop();
    await purging.remove();
  }
}

function answersOf(when: string, { latenciesMs }: Load): Figures {
  return {
    [`trigger's answer ${when}, p50 (ms)`]: quantile(latenciesMs, 0.5),
    [`trigger's answer ${when}, p99 (ms)`]: quantile(latenciesMs, 0.99),
    [`trigger's answer ${when}, slowest (ms)`]: quantile(latenciesMs, 1),
  };
}

/** Makes a store with expired notifications in a separate environment; returns the API key of that environment. */
async function seedStore(size: number): Promise<{ dataDirectory: string; apiKey: string }> {
  const serving = await serve();
  const { dataDirectory } = serving;
  try {
    const apiKey = makeTestEnvironment(dataDirectory);
    const old = { url: serving.url, apiKey };
    await createBenchWorkflow(old);
    await createBenchWorkflow(serving);
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

async function seed(target: Target, size: number): Promise<void> {
  // The clock stands still while the notifications are created, so that all expire at the same time.
  await createClient(target).testClock.move({});
  const client = createClient(target);
  let next = 0;
  // The client retries when the service is overloaded.
  const triggerLoop = async () => {
    for (let first = next; first < size; first = next) {
      next += EVENTS_PER_CALL;
      await client.events.triggerBulk(
        Array.from({ length: EVENTS_PER_CALL }, (_, at) => benchEvent(first + at)),
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
