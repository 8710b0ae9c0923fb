import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "../cluster.ts";
import type { Scenario, Stage } from "../stage.ts";

/** Deaths at exact places of the code, see `server/src/foundation/failpoint.ts`. */
const OF_THE_WORKER: Readonly<Record<string, string>> = {
  W1: "claimed",
  W2: "between two shares of a fan-out",
  W2B: "inside the transaction of a fan-out",
  W3: "before the call",
  W4: "bytes sent",
  W5: "answered, not recorded",
  W6: "inside the outcome's transaction",
  W7: "after the commit",
  W8: "a digest joined, not committed",
  W9: "a digest closed, not read",
  W12: "at a heartbeat",
};
const WAIT_FOR_DEATH_MS = 12_000;
const SLOWER_THAN_HEARTBEATS_MS = 2_300;
const EVERY_SO_MANY_A_CROWD = 40;

export const workerDeaths: Scenario = {
  id: "F-W",
  title: "the worker dies at W1 … W12",
  apis: 1,
  needsCrowd: true,
  wish: (traffic, n) => (n % EVERY_SO_MANY_A_CROWD === 5 ? traffic.of("crowd", n) : traffic.next(n)),
  run: async (stage) => {
    const [mortal, companion] = stage.cluster.workers as [Slot, Slot];
    const loops = stage.size(1, 3, 16);
    for (let n = 0; n < loops; n += 1) {
      for (const place of Object.keys(OF_THE_WORKER)) {
        await dieAt(stage, mortal, place);
        // Alone it takes up what it died with before it dies again: else the product takes the work for the cause.
        if (!companion.process?.isRunning) await stage.cluster.start(mortal);
      }
      // A second worker lives in half of the runs.
      if (n === Math.floor(loops / 2)) await stage.cluster.end(companion, "SIGTERM");
    }
    for (const provider of [stage.mailProvider, stage.smsProvider]) provider.play(() => ({ kind: "ok" }));
  },
};

async function dieAt(stage: Stage, slot: Slot, place: string): Promise<void> {
  const { cluster, dice, mailProvider, smsProvider } = stage;
  if (slot.process?.isRunning) {
    // What was not reached may be reached now.
    const { signal } = await cluster.end(slot, "SIGTERM");
    if (signal === "SIGKILL") stage.harmed(place);
  }
  const isSlow = place === "W12";
  for (const provider of [mailProvider, smsProvider])
    provider.play(() => (isSlow ? { kind: "slow", ms: SLOWER_THAN_HEARTBEATS_MS } : { kind: "ok" }));
  const hit = /^W(2|2B|8|9|12)$/.test(place) ? 1 : dice.whole(2, 6);
  await cluster.start(slot, `${place}=kill@${hit}`).catch(() => {});
  const isDead = await diesWithin(slot, WAIT_FOR_DEATH_MS);
  stage.say(`${place} (${OF_THE_WORKER[place]}), hit ${hit}: ${isDead ? "died" : "was not reached"}`);
  if (isDead) stage.harmed(place);
}

async function diesWithin(slot: Slot, patienceMs: number): Promise<boolean> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs, undefined).unref());
  const ended = await Promise.race([slot.process?.ended, late]);
  return ended?.signal === "SIGKILL";
}

const OF_THE_API: Readonly<Record<string, string>> = {
  A1: "parsed",
  A2: "judged, not inserted",
  A4: "committed, not answered",
  A5: "half of the answer sent",
  A6: "many at once committed, not answered",
};
const BULK = 20;
const HALF_AN_ANSWER = 100;

export const apiDeaths: Scenario = {
  id: "F-A",
  title: "the API dies at A1 … A6",
  workers: 1,
  hasCallerNetwork: true,
  run: async (stage) => {
    const [mortal] = stage.cluster.apis as [Slot];
    const loops = stage.size(1, 3, 20);
    for (let n = 0; n < loops; n += 1)
      for (const place of Object.keys(OF_THE_API)) {
        stage.say(`${place} (${OF_THE_API[place]}); ${stage.client.acknowledged} acknowledged`);
        if (place === "A5") await dieInTheAnswer(stage, mortal);
        else await dieOnTheWay(stage, mortal, { place, nth: n });
        await stage.cluster.start(mortal);
      }
  },
};

async function dieOnTheWay(
  stage: Stage,
  slot: Slot,
  { place, nth }: { place: string; nth: number },
): Promise<void> {
  const { cluster, client, dice, traffic } = stage;
  await cluster.end(slot, "SIGTERM");
  await cluster.start(slot, `${place}=kill@${place === "A6" ? 1 : dice.whole(2, 6)}`);
  const wishes = Array.from({ length: BULK }, (_, n) => traffic.of("news", 1_000_000 + nth * BULK + n));
  const bulk = place === "A6" ? client.bulk(wishes) : undefined;
  const isDead = await diesWithin(slot, WAIT_FOR_DEATH_MS);
  if (isDead) stage.harmed(place);
  await cluster.start(slot);
  await bulk;
}

async function dieInTheAnswer({ cluster, callerNetwork, harm }: Stage, slot: Slot): Promise<void> {
  await harm("A5", true, async () => {
    callerNetwork.set({ kind: "cut", afterBytes: HALF_AN_ANSWER });
    await sleep(300);
    await cluster.end(slot, "SIGKILL");
    callerNetwork.set({ kind: "pass" });
  });
}
