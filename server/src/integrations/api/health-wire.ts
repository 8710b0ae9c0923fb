import type { Integration } from "@tidings/contract";
import type { HealthRow } from "../health/health-store.ts";
import { latencyAt } from "../health/latency-classes.ts";

/** The field `health` of each integration that was called in the last 24 hours, or for which messages wait. */
export function healthById(rows: readonly HealthRow[]): Map<string, Pick<Integration, "health">> {
  const called = rows.filter(
    ({ lastSuccessAt, lastFailureAt, waiting }) => lastSuccessAt || lastFailureAt || waiting > 0,
  );
  return new Map(called.map((row) => [row.integrationId, { health: healthOf(row) }]));
}

function healthOf(row: HealthRow): NonNullable<Integration["health"]> {
  const { accepted, failed, latencies, waiting, lastSuccessAt, lastFailureAt, lastError } = row;
  const [p50Ms, p95Ms] = [latencyAt(latencies, 0.5), latencyAt(latencies, 0.95)];
  return {
    accepted,
    failed,
    ...(p50Ms === undefined ? {} : { p50Ms }),
    ...(p95Ms === undefined ? {} : { p95Ms }),
    waiting,
    ...(lastSuccessAt ? { lastSuccessAt: lastSuccessAt.toISOString() } : {}),
    ...(lastFailureAt ? { lastFailureAt: lastFailureAt.toISOString() } : {}),
    ...(lastError ? { lastError } : {}),
  };
}
