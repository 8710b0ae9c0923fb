import type { Engine } from "../engine.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";
import { ALIVE_SECONDS, saveHeartbeat } from "../queue/worker-store.ts";

/** Sends this worker's heartbeat, so that other workers do not count its jobs as crashed. */
export type Heartbeat = {
  /** Sends a heartbeat when it is due; before any claim. Rejects while the database does not store it. */
  beat(): Promise<void>;
  /** Whether the last heartbeat is recent. */
  isAlive(): boolean;
  close(): void;
};

const EVERY_MS = (LEASE_SECONDS * 1_000) / 6;
/** Longer than any pause after a database error. */
const OTHERS_BEAT_WITHIN_MS = 1_000;

type Parts = Pick<Engine, "database" | "workerId" | "time">;

export function createHeartbeat({ database, workerId, time }: Parts): Heartbeat {
  let lastBeatAtMs: number | undefined;
  let sending: Promise<void> | undefined;

  /** A worker that could not send heartbeats may not be the only one: the others get time to send theirs. */
  const send = async (): Promise<void> => {
    const nowMs = time.monotonicMs();
    await saveHeartbeat(database, workerId);
    if (lastBeatAtMs !== undefined && nowMs - lastBeatAtMs > ALIVE_SECONDS * 1_000)
      await time.sleep(OTHERS_BEAT_WITHIN_MS);
    lastBeatAtMs = nowMs;
  };
  const beat = async (): Promise<void> => {
    if (lastBeatAtMs !== undefined && time.monotonicMs() - lastBeatAtMs < EVERY_MS) return;
    sending ??= send().finally(() => {
      sending = undefined;
    });
    await sending;
  };
  // Also while all loops wait.
  const stop = time.every(EVERY_MS, () => void beat().catch(() => {}));

  const isAlive = () => lastBeatAtMs !== undefined && time.monotonicMs() - lastBeatAtMs < 2 * EVERY_MS;

  return { beat, isAlive, close: stop };
}
