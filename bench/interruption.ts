/** What must be undone when the program is interrupted: processes that it started, and temporary directories. */

const cleanups: (() => Promise<unknown>)[] = [];

/** Registers an idempotent cleanup, which runs if SIGINT or SIGTERM ends the program. */
export function onInterruption(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup);
}

/** From now on, these signals undo what was registered, the last first, and end the program with 130. */
export function undoWhenInterrupted(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void undoAll().then(() => process.exit(130)));
}

/** Undoes what was registered, the last first. */
export async function undoAll(): Promise<void> {
  // The measurement fails when its server stops; that must not end the program before everything is undone.
  process.on("uncaughtException", () => {});
  for (const cleanup of cleanups.toReversed()) await cleanup().catch(() => {});
}
