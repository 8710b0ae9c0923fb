import type { Queryable } from "../database/database.ts";
import type { Integration } from "./integration.ts";
import type { IntegrationStore } from "./integration-store.ts";
import { renumber } from "./primary-integration.ts";

export type SaveTarget = { tx: Queryable; environmentId: string; others: readonly Integration[] };

/** Writes an integration and renumbers its channel: at most one primary, and priorities without gaps. */
export async function saveWithPriority(
  store: IntegrationStore,
  { tx, environmentId, others }: SaveTarget,
  integration: Integration,
  write: "insert" | "update",
): Promise<Integration> {
  const { isPrimary, channel } = integration;
  if (isPrimary) await store.setPrimary(tx, environmentId, integration);
  await store[write](tx, environmentId, integration);
  const rest = isPrimary ? others.map((other) => ({ ...other, isPrimary: false })) : others;
  await store.setPriorities(tx, environmentId, renumber([...rest, integration], channel));
  return integration;
}
