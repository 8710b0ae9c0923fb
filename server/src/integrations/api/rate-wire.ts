import type { Integration as IntegrationOnWire } from "@tidings/contract";
import type { Queryable } from "../../database/database.ts";
import type { Integration } from "../integration.ts";
import { readRateWaits } from "../rates/used-rates-store.ts";

type Listed = { stored: readonly Integration[]; shown: readonly IntegrationOnWire[] };

/** Integrations with what waits for their rates. Nothing is read where no integration has rates, or was asked to wait. */
export async function withRateWaits(
  database: Queryable,
  environmentId: string,
  { stored, shown }: Listed,
): Promise<IntegrationOnWire[]> {
  if (!stored.some(({ rates, pausedUntil }) => rates || pausedUntil)) return [...shown];
  const waits = await readRateWaits(database, environmentId);
  const byId = new Map(
    waits.map(({ integrationId, until, ...wait }) => [
      integrationId,
      { waitsForRate: { ...wait, until: until.toISOString() } },
    ]),
  );
  return shown.map((one) => ({ ...one, ...byId.get(one._id ?? "") }));
}
