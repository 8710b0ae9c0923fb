import { systemTime, type Time } from "../src/foundation/clock.ts";

/** Real time, whose monotonic clock a test can hold: what happens meanwhile happens at one moment, also on a busy machine. */
export type HeldClock = Time & {
  hold(): void;
  release(): void;
};

export function createHeldClock(): HeldClock {
  let heldMs: number | undefined;
  return {
    ...systemTime,
    monotonicMs: () => heldMs ?? systemTime.monotonicMs(),
    hold: () => {
      heldMs = systemTime.monotonicMs();
    },
    release: () => {
      heldMs = undefined;
    },
  };
}
