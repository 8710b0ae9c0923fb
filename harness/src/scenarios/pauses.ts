import { setTimeout as sleep } from "node:timers/promises";
import type { Scenario } from "../stage.ts";

const PAUSE_MS = 9_000;

/** A worker sleeps through its leases and wakes up with outcomes that are not its own any more. */
export const frozenWorkers: Scenario = {
  id: "F-S",
  title: "a worker frozen beyond its leases",
  failpoints: "lease_seconds=4,heartbeat_ms=1000",
  providerMs: 200,
  run: async (stage) => {
    const pauses = stage.size(1, 6, 60);
    for (let n = 1; n <= pauses; n += 1) {
      await sleep(stage.dice.whole(500, 1_500));
      const slot = stage.dice.pick(stage.cluster.workers);
      stage.say(`pause ${n} of ${pauses}: ${slot.name}; ${stage.client.acknowledged} acknowledged`);
      await stage.harm(`${slot.name} frozen`, true, async () => {
        slot.process?.signal("SIGSTOP");
        await sleep(PAUSE_MS);
        slot.process?.signal("SIGCONT");
      });
    }
    await sleep(1_000);
  },
};

const STOPS_WITHIN_MS = 25_000;

/** Asked to go, a process finishes what it has begun: nothing goes out twice for that. */
export const politeEnds: Scenario = {
  id: "F-G",
  title: "SIGTERM under load",
  providerMs: 300,
  run: async (stage) => {
    const ends = stage.size(3, 10, 20);
    for (let n = 1; n <= ends; n += 1) {
      await sleep(stage.dice.whole(300, 1_200));
      const slot = stage.dice.pick(stage.cluster.slots);
      const { code, tookMs } = await stage.harm(`SIGTERM of ${slot.name}`, false, () =>
        stage.cluster.end(slot, "SIGTERM"),
      );
      stage.say(`end ${n} of ${ends}: ${slot.name} ended with ${code} after ${Math.round(tookMs)} ms`);
      stage.expect(code === 0, `${slot.name} ended with ${code} after SIGTERM`);
      stage.expect(tookMs < STOPS_WITHIN_MS, `${slot.name} took ${Math.round(tookMs)} ms to end`);
      await stage.cluster.start(slot);
    }
    await sleep(500);
  },
};
