import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "../engine.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";
import { ALIVE_SECONDS, saveHeartbeat } from "../queue/worker-store.ts";

/** Sends this worker's heartbeat, so that other workers do not count its jobs as crashed. */
export type Heartbeat = {
  /** Sends a heartbeat when it is due; before any claim. Rejects while the database does not store it. */
  confirm(): Promise<void>;
  close(): void;
};

const EVERY_MS = (LEASE_SECONDS * 1_000) / 6;
/** Longer than any pause after a database error. */
const OTHERS_SIGN_WITHIN_MS = 1_000;

export function createHeartbeat({ database, workerId }: Pick<Engine, "database" | "workerId">): Heartbeat {
  let signedAtMs: number | undefined;
  let signing: Promise<void> | undefined;

  /** A worker that could not send heartbeats may not be the only one: the others get time to send theirs. */
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
  // Also while all loops wait.
  const timer = setInterval(() => void confirm().catch(() => {}), EVERY_MS);

  return { confirm, close: () => clearInterval(timer) };
}
