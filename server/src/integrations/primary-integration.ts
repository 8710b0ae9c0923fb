import type { Channel } from "@tidings/contract";
import type { Integration } from "./integration.ts";

/**
 * The integration a channel sends through: the primary, or without one, the active integration with the highest
 * priority. Undefined if none is active.
 */
export function chooseIntegration(
  integrations: readonly Integration[],
  channel: Channel,
): Integration | undefined {
  const active = integrations.filter(
    (integration) => integration.isActive && integration.channel === channel,
  );
  return active.toSorted(byPrecedence)[0];
}

function byPrecedence(a: Integration, b: Integration): number {
  if (a.isPrimary !== b.isPrimary) return a.isPrimary ? -1 : 1;
  return b.priority - a.priority || (a.id < b.id ? -1 : 1);
}

export type Priority = { id: string; priority: number };

/** New priorities for a channel's active integrations, without gaps: n for the first, 1 for the last. */
export function renumber(integrations: readonly Integration[], channel: Channel): Priority[] {
  const active = integrations.filter(
    (integration) => integration.isActive && integration.channel === channel,
  );
  const ordered = active.toSorted(byPrecedence);
  return ordered.map((integration, index) => ({ id: integration.id, priority: ordered.length - index }));
}
