import type { Queryable } from "../../database/database.ts";
import { logFailure } from "../../database/outage.ts";
import type { Cancel, Time } from "../../foundation/clock.ts";
import type { Log } from "../../foundation/log.ts";
import type { SendOutcome } from "../../providers/provider.ts";
import { addMinutes, type HealthMinute } from "./health-store.ts";
import { LATENCY_CLASSES, latencyClass } from "./latency-classes.ts";

/** Counts the calls of this process, and adds them to the stored minutes of all processes every second or two. */
export type HealthRecorder = {
  record(call: HealthCall): void;
  /** Stores what is not stored yet. */
  close(): Promise<void>;
};

export type HealthCall = {
  environmentId: string;
  integrationId: string;
  outcome: SendOutcome;
  tookMs: number;
};

const FLUSH_AFTER_MS = 1_000;

type Parts = { database: Queryable; log: Log; time: Time };

export function createHealthRecorder({ database, log, time }: Parts): HealthRecorder {
  let minutes = new Map<string, HealthMinute>();
  let cancel: Cancel | undefined;

  /** When the database does not answer, the counts of this second are lost; they are statistics. */
  const flush = async (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    const counted = [...minutes.values()];
    minutes = new Map();
    if (counted.length === 0) return;
    await addMinutes(database, counted).catch((error) =>
      logFailure(log, error, "the health of integrations was not stored"),
    );
  };

  return {
    record(call) {
      const at = time.now();
      const { environmentId, integrationId } = call;
      const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
      const key = `${environmentId} ${integrationId} ${minute.getTime()}`;
      const counted = minutes.get(key) ?? emptyMinute({ environmentId, integrationId, minute });
      count(counted, call, at);
      minutes.set(key, counted);
      cancel ??= time.after(FLUSH_AFTER_MS, () => void flush());
    },
    close: flush,
  };
}

function emptyMinute(place: Pick<HealthMinute, "environmentId" | "integrationId" | "minute">): HealthMinute {
  const latencies = Array<number>(LATENCY_CLASSES).fill(0);
  const last = { lastSuccessAt: null, lastFailureAt: null, lastError: null };
  return { ...place, accepted: 0, failed: 0, latencies, ...last };
}

/**
 * A provider that refuses a recipient or a message works: that counts as accepted. The reason of a failure is kept without
 * anything that may be an address of the recipient.
 */
function count(counted: HealthMinute, { outcome, tookMs }: HealthCall, at: Date): void {
  const index = latencyClass(tookMs);
  counted.latencies[index] = (counted.latencies[index] ?? 0) + 1;
  const { kind } = outcome;
  if (kind === "accepted" || kind === "recipient_error" || kind === "rejected") {
    counted.accepted += 1;
    counted.lastSuccessAt = at;
    return;
  }
  counted.failed += 1;
  counted.lastFailureAt = at;
  counted.lastError = withoutAddresses(outcome.reason);
}

const MAX_ERROR = 300;

function withoutAddresses(reason: string): string {
  return reason
    .replace(/\S+@\S+/g, "…")
    .replace(/https?:\/\/\S+/g, "…")
    .replace(/\+?\d[\d\s().-]{6,}\d/g, "…")
    .slice(0, MAX_ERROR);
}
