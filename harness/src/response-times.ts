import type { TestBed } from "./scenario.ts";

export type Span = { from: number; until: number };

/** Milliseconds from the acknowledgement of each SMS to its arrival at the SMS provider. */
export function smsTimes({ client, smsProvider }: TestBed, { from, until }: Span): number[] {
  const arrived = new Map<string, number>();
  for (const { mark, at } of smsProvider.calls) arrived.set(mark, Math.min(at, arrived.get(mark) ?? at));
  const counted = new Set<string>();
  return client.history.flatMap(({ kind, workflow, transactionId, recipients, at }) => {
    const isRepeated = counted.has(transactionId);
    if (kind !== "ok" || workflow !== "sms" || at < from || at > until || isRepeated) return [];
    counted.add(transactionId);
    return [(arrived.get(`${transactionId}|${recipients[0]}|sms`) ?? Number.POSITIVE_INFINITY) - at];
  });
}

/** Milliseconds from each trigger to its response. */
export function answerTimes({ client }: TestBed, { from, until }: Span): number[] {
  const invoked = new Map<string, number>();
  return client.history.flatMap(({ kind, transactionId, at }) => {
    if (kind === "invoke") invoked.set(transactionId, at);
    const since = invoked.get(transactionId);
    if (kind !== "ok" || since === undefined || since < from || since > until) return [];
    invoked.delete(transactionId);
    return [at - since];
  });
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** For example "p95 40 ms". */
const formatPercentile = (values: readonly number[], share: number): string =>
  `p${share * 100} ${percentile(values, share)} ms`;

/** For an idle machine. */
type Compared = { before: readonly number[]; during: readonly number[]; share: number; noiseMs: number };

/** Enough for a p95. */
const MIN_SAMPLES = 20;

/** Times during a fault are judged by those before it, in the same run: at most half as long again, beyond the noise. */
export function expectNotSlower({ scaled, log, expect }: TestBed, what: string, compared: Compared): void {
  const { before, during, share, noiseMs } = compared;
  const [figureBefore, figureDuring] = [before, during].map((times) => formatPercentile(times, share));
  log(
    `${what}: ${figureBefore} before the fault (of ${before.length}), ${figureDuring} during it (of ${during.length})`,
  );
  expect(Math.min(before.length, during.length) >= MIN_SAMPLES, `${what}: too few samples`);
  const max = 1.5 * percentile(before, share) + scaled(noiseMs);
  expect(percentile(during, share) <= max, `${what} slowed down from ${figureBefore} to ${figureDuring}`);
}
