import type { Engine } from "../engine.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";
import { ALIVE_SECONDS, saveHeartbeat } from "../queue/worker-store.ts";
import { createRenewal } from "./renewal.ts";

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
  const renewal = createRenewal({
    time,
    everyMs: EVERY_MS,
    renew: async (sinceMs = 0) => {
      await saveHeartbeat(database, workerId);
      // A worker that could not send heartbeats may not be the only one: the others get time to send theirs.
      if (sinceMs > ALIVE_SECONDS * 1_000) await time.sleep(OTHERS_BEAT_WITHIN_MS);
    },
  });
  const isAlive = () => {
    const { renewedAtMs } = renewal;
    return renewedAtMs !== undefined && time.monotonicMs() - renewedAtMs < 2 * EVERY_MS;
  };
  return { beat: renewal.renewIfDue, isAlive, close: renewal.close };
}
