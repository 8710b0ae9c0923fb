import type { Channel } from "@tidings/contract";
import type { Integration } from "./integration.ts";

/**
 * The integration a channel sends through: the primary, and where the channel has lost it, the active one of the
 * highest priority. Undefined when nothing active is left.
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

/** New priorities for a channel's remaining active integrations: 1 for the last, n for the first. */
export function renumber(integrations: readonly Integration[], channel: Channel): Priority[] {
  const active = integrations.filter(
    (integration) => integration.isActive && integration.channel === channel,
  );
  const ordered = active.toSorted(byPrecedence);
  return ordered.map((integration, index) => ({ id: integration.id, priority: ordered.length - index }));
}
