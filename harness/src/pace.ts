import type { Stage } from "./stage.ts";

export type Span = { from: number; until: number };

/** From the acknowledgement of texts to their arrival at the SMS provider, in milliseconds. */
export function textTimes({ client, smsProvider }: Stage, { from, until }: Span): number[] {
  const arrived = new Map<string, number>();
  for (const { mark, at } of smsProvider.calls) arrived.set(mark, Math.min(at, arrived.get(mark) ?? at));
  const told = new Set<string>();
  return client.history.flatMap(({ kind, workflow, transactionId, recipients, at }) => {
    if (kind !== "ok" || workflow !== "text" || at < from || at > until || told.has(transactionId)) return [];
    told.add(transactionId);
    return [(arrived.get(`${transactionId}|${recipients[0]}|sms`) ?? Number.POSITIVE_INFINITY) - at];
  });
}

/** How long triggers waited for their answers. */
export function answerTimes({ client }: Stage, { from, until }: Span): number[] {
  const asked = new Map<string, number>();
  return client.history.flatMap(({ kind, transactionId, at }) => {
    if (kind === "invoke") asked.set(transactionId, at);
    const since = asked.get(transactionId);
    if (kind !== "ok" || since === undefined || since < from || since > until) return [];
    asked.delete(transactionId);
    return [at - since];
  });
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** "p95 40 ms", or what share it is. */
export const told = (values: readonly number[], share: number): string =>
  `p${share * 100} ${percentile(values, share)} ms`;
