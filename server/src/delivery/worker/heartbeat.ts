import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "../engine.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";
import { ALIVE_SECONDS, saveHeartbeat } from "../queue/worker-store.ts";

/** Tells the other workers that this one lives, so that what it has is not taken for what it died of. */
export type Heartbeat = {
  /** Resolves when the others know; before any claim. Rejects as long as the database cannot be told. */
  confirm(): Promise<void>;
  close(): void;
};

const EVERY_MS = (LEASE_SECONDS * 1_000) / 6;
/** Longer than anybody sleeps after trouble with the database. */
const OTHERS_SIGN_WITHIN_MS = 1_000;

export function createHeartbeat({ database, workerId }: Pick<Engine, "database" | "workerId">): Heartbeat {
  let signedAtMs: number | undefined;
  let signing: Promise<void> | undefined;

  /** Who could not sign for so long may not be the only one: the others are given time to do it too. */
  const sign = async (): Promise<void> => {
    const nowMs = performance.now();
    await saveHeartbeat(database, workerId);
    if (signedAtMs !== undefined && nowMs - signedAtMs > ALIVE_SECONDS * 1_000)
      await sleep(OTHERS_SIGN_WITHIN_MS);
    signedAtMs = nowMs;
  };
  const confirm = async (): Promise<void> => {
    if (signedAtMs !== undefined && performance.now() - signedAtMs < EVERY_MS) return;
    signing ??= sign().finally(() => {
      signing = undefined;
    });
    await signing;
  };
  // Also when all lanes wait for something.
  const timer = setInterval(() => void confirm().catch(() => {}), EVERY_MS);

  return { confirm, close: () => clearInterval(timer) };
}
