import type { Time } from "../../foundation/clock.ts";
import { tuned } from "../../foundation/failpoint.ts";

/** Renews, again and again, what a worker holds only for some time. */
export type Renewal = {
  /**
   * Renews where that is due; before any claim, so that a process that stood still, and whose timers are late, claims nothing that
   * it holds itself. Rejects while the database does not store it.
   */
  renewIfDue(): Promise<void>;
  close(): void;
};

const EVERY_MS = tuned("heartbeat_ms", 10_000);

/** @param renew one renewal; there is one at a time. */
export function createRenewal(
  time: Time,
  renew: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Renewal {
  let renewedAtMs = time.monotonicMs();
  let renewing: Promise<void> | undefined;
  const renewNow = async (): Promise<void> => {
    const nowMs = time.monotonicMs();
    await renew();
    renewedAtMs = nowMs;
  };
  const renewOnce = (): Promise<void> => {
    renewing ??= renewNow().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
  const stop = time.every(EVERY_MS, () => void renewOnce().catch(onFailure));
  return {
    renewIfDue: async () => {
      if (time.monotonicMs() - renewedAtMs >= EVERY_MS) await renewOnce();
    },
    close: stop,
  };
}
