import { systemTime } from "../foundation/clock.ts";
import type { Variables } from "./settings-flags.ts";

const LOOK_EVERY_MS = 250;
/** npm runs these in a shell, and sends signals to the shell only. */
const RUN_BY_NPM = ["npx", "start"];

/**
 * Resolves with the reason to stop: a signal, or the exit of the npm process that started this one. Later signals are
 * ignored: a terminal and npm both send one for the same Ctrl-C, and the stop has its own time limit.
 */
export function stopSignal(env: Variables): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal));
    if (!RUN_BY_NPM.includes(env.npm_lifecycle_event ?? "")) return;
    const parent = process.ppid;
    systemTime.every(LOOK_EVERY_MS, () => {
      if (process.ppid !== parent) resolve("npm has ended");
    });
  });
}
