import { closeSync, fdatasync, openSync, writeSync } from "node:fs";

/** A file of JSON lines. `write` resolves when its line is synced to disk; concurrent lines share one sync. */
export type SyncedLog = { write(line: object): Promise<void>; close(): Promise<void> };

export function openSyncedLog(path: string): SyncedLog {
  const file = openSync(path, "a", 0o600);
  let next: Promise<void> | undefined;
  let current: Promise<void> = Promise.resolve();
  const sync = (): Promise<void> =>
    new Promise((resolve, reject) => fdatasync(file, (error) => (error ? reject(error) : resolve())));
  return {
    write: (line) => {
      writeSync(file, `${JSON.stringify(line)}\n`);
      // A line that is written during a sync waits for the next one.
      next ??= current.then(() => {
        next = undefined;
        current = sync();
        return current;
      });
      return next;
    },
    close: async () => {
      await next;
      await current;
      closeSync(file);
    },
  };
}
