import type { RateWait } from "@tidings/contract";
import type { AttemptOutcome } from "./attempt-outcome.ts";

const SENTENCES: Readonly<Record<RateWait, string>> = {
  per_second: "The integration sends no more messages a second.",
  concurrency: "The integration makes no more calls at the same time.",
  per_day: "The integration sends no more messages today (UTC).",
  throttled: "The provider is rate limited and asked to wait.",
  quota: "The provider's quota is used up.",
};

type Waiting = { until: Date; reason: RateWait; isExact?: boolean };

/** No call was made: the message waits for the rate of its integration. */
export function waitsForRate({ until, reason, isExact = false }: Waiting): AttemptOutcome {
  const heldBack = { until, code: "waits_for_rate", waitsFor: reason, isExact } as const;
  return { kind: "not_processed", reason: SENTENCES[reason], heldBack };
}
