import { closeSync, fdatasync, openSync, writeSync } from "node:fs";

/** Lines of JSON that are on the disk when `write` resolves. Lines that come together are synced together. */
export type SyncedLog = { write(line: object): Promise<void>; close(): Promise<void> };

export function openSyncedLog(path: string): SyncedLog {
  const file = openSync(path, "a", 0o600);
  let next: Promise<void> | undefined;
  let under: Promise<void> = Promise.resolve();
  const sync = (): Promise<void> =>
    new Promise((resolve, reject) => fdatasync(file, (error) => (error ? reject(error) : resolve())));
  return {
    write: (line) => {
      writeSync(file, `${JSON.stringify(line)}\n`);
      // Whoever comes while a sync is under way waits for the one after it.
      next ??= under.then(() => {
        next = undefined;
        under = sync();
        return under;
      });
      return next;
    },
    close: async () => {
      await next;
      await under;
      closeSync(file);
    },
  };
}
