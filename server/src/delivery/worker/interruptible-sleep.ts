import type { Time } from "../../foundation/clock.ts";
/** Sleep that can be interrupted. */
export type InterruptibleSleep = {
  /** Ends after `ms`, or at the next wake; a wake since the last sleep ends it at once. */
  sleep(ms: number): Promise<void>;
  /** Wakes one sleeper: it claims work for all. */
  wake(): void;
  /** Ends all sleeps, and all later ones at once. */
  stopSleeping(): void;
};

export function createInterruptibleSleep(time: Time): InterruptibleSleep {
  const sleepers = new Set<() => void>();
  let isWoken = false;
  let isForGood = false;
  const wake = () => {
    const [first] = sleepers;
    if (first) first();
    else isWoken = true;
  };
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
        if (isWoken || isForGood) {
          isWoken = false;
          resolve();
          return;
        }
        const end = () => {
          cancel();
          sleepers.delete(end);
          resolve();
        };
        const cancel = time.after(ms, end);
        sleepers.add(end);
      }),
    wake,
    stopSleeping: () => {
      isForGood = true;
      for (const end of [...sleepers]) end();
    },
  };
}
