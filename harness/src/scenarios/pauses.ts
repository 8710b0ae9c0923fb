import { setTimeout as sleep } from "node:timers/promises";
import type { Scenario } from "../scenario.ts";

/** Of a lease. */
const PAUSED_FOR = 2.25;

/** A worker is stopped until its leases expire; then it continues with outcomes that it must not store any more. */
export const frozenWorkers: Scenario = {
  id: "F-S",
  title: "a worker frozen beyond its leases",
  leaseSeconds: 4,
  providerMs: 200,
  run: async (testBed) => {
    const pauses = testBed.size(1, 6, 60);
    for (let n = 1; n <= pauses; n += 1) {
      await sleep(testBed.random.integer(500, 1_500));
      const slot = testBed.random.pick(testBed.cluster.workers);
      testBed.log(`pause ${n} of ${pauses}: ${slot.name}; ${testBed.client.acknowledged} acknowledged`);
      await testBed.injectFault(`${slot.name} frozen`, true, async () => {
        slot.process?.signal("SIGSTOP");
        await sleep(PAUSED_FOR * testBed.leaseMs);
        slot.process?.signal("SIGCONT");
      });
    }
    await sleep(1_000);
  },
};

/** On an idle machine. */
const STOPS_WITHIN_MS = 25_000;

/** On SIGTERM, a process finishes the work it has begun: no message is sent twice. */
export const gracefulShutdowns: Scenario = {
  id: "F-G",
  title: "SIGTERM under load",
  providerMs: 300,
  run: async (testBed) => {
    const ends = testBed.size(3, 10, 20);
    for (let n = 1; n <= ends; n += 1) {
      await sleep(testBed.random.integer(300, 1_200));
      const slot = testBed.random.pick(testBed.cluster.slots);
      const { code, tookMs } = await testBed.injectFault(`SIGTERM of ${slot.name}`, false, () =>
        testBed.cluster.end(slot, "SIGTERM"),
      );
      testBed.log(`end ${n} of ${ends}: ${slot.name} ended with ${code} after ${Math.round(tookMs)} ms`);
      testBed.expect(code === 0, `${slot.name} ended with ${code} after SIGTERM`);
      testBed.expect(
        tookMs < testBed.scaled(STOPS_WITHIN_MS),
        `${slot.name} took ${Math.round(tookMs)} ms to end`,
      );
      await testBed.cluster.start(slot);
    }
    await sleep(500);
  },
};
