import { setTimeout as sleep } from "node:timers/promises";

/** Only for what hangs: no process, call or attack of a working service takes so long. */
export const HANG_MS = 240_000;

const ASK_EVERY_MS = 100;

/** Asks again and again until `isDone`. @returns whether it is done. */
export type WaitUntil = (
  isDone: () => boolean | Promise<boolean>,
  /** On an idle machine. */
  withinMs: number,
  everyMs?: number,
) => Promise<boolean>;

/** `scaled` makes a bound for an idle machine one for this machine; the end moves while the machine becomes slower. */
export function createWaitUntil(scaled: (ms: number) => number): WaitUntil {
  return async (isDone, withinMs, everyMs = ASK_EVERY_MS) => {
    for (const since = performance.now(); ; await sleep(everyMs)) {
      if (await isDone()) return true;
      if (performance.now() - since > scaled(withinMs)) return false;
    }
  };
}
