import type { Time } from "./foundation/clock.ts";
import { createSandbox } from "./sandbox/sandbox.ts";
import { StuckThreads } from "./sandbox/stuck-threads.ts";
import { createTemplates } from "./templates/templates.ts";

export type ThreadsParts = {
  time: Time;
  /** How long work waits while no thread is ready, in milliseconds; default 10 s. */
  maxWaitMs?: number | undefined;
};

/** The threads that run what clients wrote. One kind after the other is started with its first work, or by `startEach`. */
export function createThreads({ time, maxWaitMs }: ThreadsParts) {
  const stuck = new StuckThreads();
  const waiting = maxWaitMs === undefined ? {} : { maxWaitMs };
  const pools = {
    sandbox: createSandbox({ stuck, ...waiting }),
    mailThreads: createSandbox({ kind: "mails", stuck, ...waiting }),
    templates: createTemplates({ stuck, time, ...waiting }),
  };
  return {
    ...pools,
    /** Starts one thread of each kind. Tests leave it out, which saves each of them a second of processor time. */
    startEach: () => {
      for (const pool of Object.values(pools)) pool.startOne();
    },
    /** Whether threads are still running after they were terminated. */
    hasStuck: () => stuck.count > 0,
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}
