import type { Queryable } from "../database/database.ts";
import { onceInAWhile } from "../foundation/once-in-a-while.ts";
import { listHashesInUse } from "./api-key-store.ts";

/** Whether a key with this hash is valid and was used before, in any process. Not accurate: for the limit of wrong keys. */
export type KeysInUse = (keyHash: Buffer) => Promise<boolean>;

/** One statement in this time, and only while an address has sent too many wrong keys. */
const READ_EVERY_MS = 5_000;

export function createKeysInUse(parts: { database: Queryable; nowMs: () => number }): KeysInUse {
  return createHashesInUse(() => listHashesInUse(parts.database), parts.nowMs);
}

/** The same for any list of hashes. */
export function createHashesInUse(list: () => Promise<readonly Buffer[]>, nowMs: () => number): KeysInUse {
  const nameOf = (hash: Buffer) => hash.toString("base64");
  const read = onceInAWhile(async () => new Set((await list()).map(nameOf)), {
    everyMs: READ_EVERY_MS,
    nowMs,
  });
  return async (hash) => (await read()).has(nameOf(hash));
}
