import type { Integration } from "@tidings/contract";
import type { Queryable } from "../../database/database.ts";
import { type HealthRow, readHealth } from "../health/health-store.ts";
import { latencyAt } from "../health/latency-classes.ts";

/** Integrations with their health; absent for one that was not called in 24 hours and for which nothing waits. */
export async function withHealth(
  database: Queryable,
  environmentId: string,
  integrations: readonly Integration[],
): Promise<Integration[]> {
  const rows = await readHealth(database, environmentId);
  const called = rows.filter(
    ({ lastSuccessAt, lastFailureAt, waiting }) => lastSuccessAt || lastFailureAt || waiting > 0,
  );
  const byId = new Map(called.map((row) => [row.integrationId, { health: healthOf(row) }]));
  return integrations.map((one) => ({ ...one, ...byId.get(one._id ?? "") }));
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
