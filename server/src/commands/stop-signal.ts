import type { Variables } from "./settings-flags.ts";

const LOOK_EVERY_MS = 250;
/** npm runs these through a shell, and signals the shell alone. */
const RUN_BY_NPM = ["npx", "start"];

/**
 * Resolves with the reason to stop: a signal, or the end of the npm that started this process. Signals after the first
 * one are ignored: a terminal and npm both send one for the same Ctrl-C, and stopping has a time limit of its own.
 */
export function stopSignal(env: Variables): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal));
    if (!RUN_BY_NPM.includes(env.npm_lifecycle_event ?? "")) return;
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) resolve("npm has ended");
    }, LOOK_EVERY_MS).unref();
  });
}
