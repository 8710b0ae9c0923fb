import type { Engine } from "../engine.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";
import { ALIVE_SECONDS, saveHeartbeat } from "../queue/worker-store.ts";
import { createRenewal } from "./renewal.ts";

/** Sends this worker's heartbeat, so that other workers do not count its jobs as crashed. */
export type Heartbeat = {
  /** Sends a heartbeat when it is due; before any claim. Rejects while the database does not store it. */
  beat(): Promise<void>;
  /**
   * A worker that could not send heartbeats may not be the only one: resolves when the others had time to send theirs, to renew their
   * leases and to store what they hold. Before any claim.
   */
  whenOthersAreBack(): Promise<void>;
  /** Whether the last heartbeat is recent. */
  isAlive(): boolean;
  close(): void;
};

const EVERY_MS = (LEASE_SECONDS * 1_000) / 6;
/** Longer than any pause after a database error, with the time of an attempt. */
const OTHERS_ARE_BACK_WITHIN_MS = 2_000;

type Parts = Pick<Engine, "database" | "workerId" | "time">;

export function createHeartbeat({ database, workerId, time }: Parts): Heartbeat {
  let othersAreBackAtMs = 0;
  const renewal = createRenewal({
    time,
    everyMs: EVERY_MS,
    renew: async (sinceMs) => {
      const beganMs = time.monotonicMs();
      await saveHeartbeat(database, workerId);
      // The statement itself may have waited for the database.
      const storedMs = time.monotonicMs();
      if (sinceMs + storedMs - beganMs > ALIVE_SECONDS * 1_000)
        othersAreBackAtMs = storedMs + OTHERS_ARE_BACK_WITHIN_MS;
    },
  });
  const isAlive = () => {
    const { renewedAtMs } = renewal;
    return renewedAtMs !== undefined && time.monotonicMs() - renewedAtMs < 2 * EVERY_MS;
  };
  const whenOthersAreBack = async (): Promise<void> => {
    const waitMs = othersAreBackAtMs - time.monotonicMs();
    if (waitMs > 0) await time.sleep(waitMs);
  };
  return { beat: renewal.renewIfDue, whenOthersAreBack, isAlive, close: renewal.close };
}
