import type { Log } from "../foundation/log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { AcceptResult } from "./accept-requests.ts";

/** Counts stored triggers. A log line for each has the level `debug`, because there may be thousands a second. */
export function countAccepted(
  { log, metrics }: { log: Log; metrics: Metrics },
  environmentId: string,
  results: readonly AcceptResult[],
): void {
  const accepted = results.flatMap((result) => (result.ok ? result.accepted : []));
  const stored = accepted.flatMap((one) => (one.kind === "accepted" && !one.isRepeated ? one : []));
  if (stored.length > 0) metrics.triggersAccepted(stored.length);
  if (!log.isLevelEnabled("debug")) return;
  for (const { transactionId } of stored)
    log.debug({ environmentId, transactionId }, "a trigger was accepted");
}
