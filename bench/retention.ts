import { execFileSync } from "node:child_process";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@tidings/client";
import { quantile, type Target } from "./load.ts";
import { PROGRAM, serve } from "./serving.ts";

const NOTIFICATIONS = 1_000_000;
const EVENTS_A_CALL = 100;
const SEEDING_LANES = 4;
const SUBSCRIBERS = 2_000;
/** Triggers a second beside the deletion, and for how long they are measured without it. */
const PER_SECOND = 100;
const ALONE_S = 15;
const DAYS = 91;

/**
 * Deletes a million expired notifications (one in-app step each) while another environment triggers at a steady rate, and
 * compares the answer times with those without the deletion. The old notifications belong to an environment for tests, whose
 * clock is moved on by 91 days.
 */
export async function retention(size = NOTIFICATIONS): Promise<string[]> {
  const { dataDirectory, apiKey } = await seeded(size);
  const purging = await serve(dataDirectory, {
    NODE_ENV: "test",
    TIDINGS_FAILPOINT: `purge_first_ms=${(ALONE_S + 5) * 1_000}`,
  });
  try {
    await sleep(3_000);
    const alone = await paced(purging, until(ALONE_S));
    const startMs = performance.now();
    const beside = await paced(purging, whileAny({ url: purging.url, apiKey }));
    const took = (performance.now() - startMs) / 1_000;
    const rate = `${PER_SECOND} triggers/s`;
    return [
      `${size} expired notifications deleted in ${took.toFixed(0)} s (${(size / took).toFixed(0)}/s, of which the first seconds wait)`,
      `answer at ${rate} without the deletion: ${figures(alone)}`,
      `answer at ${rate} beside the deletion: ${figures(beside)}`,
    ];
  } finally {
    await purging.stop();
    await purging.remove();
  }
}

/** A store with expired notifications in an environment of their own, whose key this is. */
async function seeded(size: number): Promise<{ dataDirectory: string; apiKey: string }> {
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
    ...{ name: "bench", workflowId: "bench", __source: "bench" },
    steps: [{ name: "inbox", type: "in_app", controlValues }],
  });
}

async function seed(target: Target, size: number): Promise<void> {
  // Time stands still while they are made, so that all are over at once.
  await createClient(target).testClock.move({});
  const event = (index: number) => ({
    ...{ name: "bench", to: `s${index % SUBSCRIBERS}` },
    payload: { text: `text ${index}`, order: { id: index } },
  });
  const client = createClient(target);
  let next = 0;
  // The client waits and tries again where the service has too much to do.
  const lane = async () => {
    for (let first = next; first < size; first = next) {
      next += EVENTS_A_CALL;
      await client.events.triggerBulk(
        Array.from({ length: EVENTS_A_CALL }, (_, index) => event(first + index)),
      );
    }
  };
  await Promise.all(Array.from({ length: SEEDING_LANES }, lane));
  for (let isSettled = false; !isSettled; )
    isSettled = (await createClient(target).testClock.move({})).isSettled;
}

type GoesOn = () => boolean;

function until(seconds: number): GoesOn {
  const endMs = performance.now() + seconds * 1_000;
  return () => performance.now() < endMs;
}

/** As long as a notification can be listed; looked at once a second. */
function whileAny(target: Target): GoesOn {
  let isAny = true;
  const look = async () => {
    while (isAny) {
      await sleep(1_000);
      isAny = (await createClient(target).notifications.list({ limit: 1 })).data.length > 0;
    }
  };
  void look();
  return () => isAny;
}

/** Triggers at a steady rate, whether or not the ones before were answered. */
async function paced({ url, apiKey }: Target, goesOn: GoesOn): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const latenciesMs: number[] = [];
  const calls: Promise<void>[] = [];
  const startMs = performance.now();
  for (let index = 0; goesOn(); index++) {
    const atMs = startMs + (index * 1_000) / PER_SECOND;
    await sleep(Math.max(0, atMs - performance.now()));
    calls.push(trigger(agent, { url, apiKey }, index).then((ms) => void latenciesMs.push(ms)));
  }
  await Promise.all(calls);
  agent.destroy();
  return latenciesMs;
}

function trigger(agent: Agent, { url, apiKey }: Target, index: number): Promise<number> {
  const text = JSON.stringify({
    name: "bench",
    to: `s${index % SUBSCRIBERS}`,
    payload: { text: `beside ${index}` },
  });
  const headers = { authorization: `ApiKey ${apiKey}`, "content-type": "application/json" };
  const sentAtMs = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(`${url}/v1/events/trigger`, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => {
        if (response.statusCode === 201) resolve(performance.now() - sentAtMs);
        else reject(new Error(`a trigger was answered ${response.statusCode}`));
      });
    });
    call.on("error", reject).end(text);
  });
}

function figures(latenciesMs: readonly number[]): string {
  const at = (share: number) => `${quantile(latenciesMs, share).toFixed(1)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)} (${latenciesMs.length} triggers)`;
}
