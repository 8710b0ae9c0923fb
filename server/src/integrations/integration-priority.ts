import { hasPrimary, type Integration, isInHouse } from "./integration.ts";

/**
 * An integration that begins to send joins the active of its channel: as the primary when nothing unconditional sends
 * there yet, else right behind the primary (wire-facts 4.7). The in-service outbox makes way for the first real one,
 * so that mail goes out as soon as somebody has said how.
 */
export function placeNew(others: readonly Integration[], integration: Integration): Integration {
  const active = others.filter(({ channel, isActive }) => isActive && channel === integration.channel);
  const rivals = isInHouse(integration) ? active : active.filter((other) => !isInHouse(other));
  const isFirst = !rivals.some(({ isPrimary, conditions }) => isPrimary || conditions === null);
  return {
    ...integration,
    isPrimary: hasPrimary(integration.channel) && integration.conditions === null && isFirst,
    priority: Math.max(0, ...active.map(({ priority }) => priority)) + 1,
  };
}

/** What changed about an integration, with the place in the active that is now due to it. */
export function reposition(
  others: readonly Integration[],
  before: Integration,
  changed: Integration,
): Integration {
  if (!changed.isActive) return { ...changed, isPrimary: false, priority: 0 };
  if (!before.isActive) return placeNew(others, changed);
  return { ...changed, isPrimary: changed.isPrimary && changed.conditions === null };
}
