import type { Time } from "../../foundation/clock.ts";

/** Renews what a worker holds only for some time. */
export type Renewal = {
  /**
   * Renews where that is due; before any claim, because the timers of a process that stood still are late. Rejects while the database
   * does not store it.
   */
  renewIfDue(): Promise<void>;
  /** When the last renewal began that was stored, by the monotonic clock. */
  readonly renewedAtMs: number | undefined;
  close(): void;
};

export type RenewalParts = {
  time: Time;
  everyMs: number;
  /** One renewal; the next begins after it. `sinceMs`: the time since the last one that was stored, at first since the start. */
  renew: (sinceMs: number) => Promise<void>;
  onFailure?: (error: unknown) => void;
};

/** Renews at once when it is first asked, and then every `everyMs`, also while nothing asks. */
export function createRenewal({ time, everyMs, renew, onFailure = () => {} }: RenewalParts): Renewal {
  const startedAtMs = time.monotonicMs();
  let renewedAtMs: number | undefined;
  let renewing: Promise<void> | undefined;
  const renewNow = async (): Promise<void> => {
    const nowMs = time.monotonicMs();
    await renew(nowMs - (renewedAtMs ?? startedAtMs));
    renewedAtMs = nowMs;
  };
  const renewOnce = (): Promise<void> => {
    renewing ??= renewNow().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
  const stop = time.every(everyMs, () => void renewOnce().catch(onFailure));
  return {
    renewIfDue: async () => {
      if (renewedAtMs === undefined || time.monotonicMs() - renewedAtMs >= everyMs) await renewOnce();
    },
    get renewedAtMs() {
      return renewedAtMs;
    },
    close: stop,
  };
}
