import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@tidings/client";
import { triggerRequest } from "../bench-workflow.ts";
import { atRate } from "../load.ts";
import { serve } from "../serving.ts";
import type { Options, Survey } from "../suite/workload.ts";
import { type SignedIn, signIn } from "./browser.ts";
import { connectProvider } from "./connect-provider.ts";
import { figuresOf, type Measured, targetsOf } from "./figures.ts";
import { timeHome, timeLists } from "./lists.ts";
import { type LongTimeline, makeLongTimeline } from "./long-timeline.ts";
import { eventAt } from "./mixture.ts";
import { openProvider, type Provider } from "./provider.ts";
import { scrollTimeline, timeClicks, timeFirstVisit } from "./screens.ts";
import { fill, makeSignInLink, makeTestEnvironment } from "./store.ts";
import { watchList } from "./watch.ts";

const NOTIFICATIONS = 1_000_000;
const QUICK_NOTIFICATIONS = 3_000;
const PER_MINUTE = 500;
const LIVEZ_EVERY_MS = 200;

type Serving = Awaited<ReturnType<typeof serve>>;
type Effort = { rounds: number; watchSeconds: number };

/** `--size` is the number of notifications, `--quick` measures a few once. */
export const dashboard: Survey = {
  name: "dashboard",
  title: "The dashboard on a million notifications",
  text: "In Chromium, on notifications in 13 workflows and all states, while 500 a minute are created. Slowed down: 4x CPU, 10 Mbit/s, 40 ms. Service, PostgreSQL, load and browser share the machine.",
  unit: "notification",
  survey: async (options) => {
    const operations = options.size ?? (options.isQuick ? QUICK_NOTIFICATIONS : NOTIFICATIONS);
    const measured = await measureWith(options, operations);
    return [
      { name: "ours", rounds: [{ operations, figures: figuresOf(measured) }] },
      { name: "target", rounds: [{ operations, figures: targetsOf(measured) }] },
    ];
  },
};

async function measureWith({ isQuick, store }: Options, size: number): Promise<Measured> {
  const provider = await openProvider();
  const variables = { TIDINGS_OUTBOUND_ALLOW: "127.0.0.1/32", LOG_LEVEL: "error" };
  const filling = await serve(store, variables);
  const { dataDirectory } = filling;
  try {
    await connectProvider(createClient(filling), provider);
    await fill(filling, size);
  } finally {
    await filling.stop();
  }
  const serving = await serve(dataDirectory, variables);
  try {
    const effort = isQuick ? { rounds: 1, watchSeconds: 3 } : { rounds: 5, watchSeconds: 6 };
    return await measure(serving, provider, effort);
  } finally {
    await serving.stop();
    provider.close();
    if (store === undefined) await serving.remove();
  }
}

async function measure(serving: Serving, provider: Provider, effort: Effort): Promise<Measured> {
  const timeline = await makeLongTimeline(makeTestEnvironment(serving, `Long ${Date.now()}`), provider);
  const signedIn = await signIn(makeSignInLink(serving));
  const load = startLoad(serving);
  try {
    // The first triggers of a process are slower.
    await sleep(5_000);
    const measured = await measurePages(serving, signedIn, { timeline, ...effort });
    return { ...measured, ...(await load.stop()) };
  } finally {
    await load.stop();
    await signedIn.close();
  }
}

type Load = Pick<Measured, "triggersMs" | "livezMs">;

function startLoad(serving: Serving): { stop(): Promise<Load> } {
  let isOn = true;
  const shouldContinue = () => isOn;
  const from = Date.now() % 1_000_000;
  const request = (index: number) => triggerRequest(eventAt(from + index));
  const triggers = atRate(serving, { perSecond: PER_MINUTE / 60, shouldContinue, request });
  const livez = timeLivez(serving, shouldContinue);
  const both = Promise.all([triggers, livez]);
  // A failure is reported when the load is stopped.
  both.catch(() => {});
  return {
    stop: async () => {
      isOn = false;
      const [{ latenciesMs: triggersMs }, livezMs] = await both;
      return { triggersMs, livezMs };
    },
  };
}

async function timeLivez({ url }: Serving, shouldContinue: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (shouldContinue()) {
    const startMs = performance.now();
    await (await fetch(`${url}/livez`)).text();
    times.push(performance.now() - startMs);
    await sleep(LIVEZ_EVERY_MS);
  }
  return times;
}

type Pages = Effort & { timeline: LongTimeline };

async function measurePages(
  serving: Serving,
  signedIn: SignedIn,
  { timeline, rounds, watchSeconds }: Pages,
): Promise<Omit<Measured, keyof Load>> {
  const client = createClient(serving);
  const home = `/dashboard/in/${(await client.environments.me()).identifier}`;
  const on = { signedIn, client, home, rounds };
  const all = await watchList(on, { search: {}, rounds, seconds: watchSeconds });
  const ofOne = await watchList(on, { search: { workflowIds: ["news"] }, rounds, seconds: watchSeconds * 2 });
  const lists = await timeLists(on);
  const boxes = await timeHome(on);
  const repeat = async <T>(once: () => Promise<T>): Promise<T[]> => {
    const results: T[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // One round that fails does not lose what took ten minutes.
      await once().then(
        (result) => results.push(result),
        (error: Error) => process.stderr.write(`a round failed: ${error.message}\n`),
      );
    }
    return results;
  };
  return {
    watched: [all, ofOne],
    lists,
    boxes,
    timeline,
    scrolled: await repeat(() => scrollTimeline(signedIn, timeline, false)),
    slowlyScrolled: await repeat(() => scrollTimeline(signedIn, timeline, true)),
    homeVisits: await repeat(() => timeFirstVisit(signedIn, home)),
    listVisits: await repeat(() => timeFirstVisit(signedIn, `${home}/notifications`)),
    clicks: (await repeat(() => timeClicks(signedIn, home))).flat(),
  };
}
