import { hasPrimary, type Integration, isInHouse } from "./integration.ts";

/**
 * An integration that begins to send joins the line of its channel: as the primary when nothing unconditional sends
 * there yet, else right behind the primary (wire-facts 4.7). The in-service outbox makes way for the first real one,
 * so that mail goes out as soon as somebody has said how.
 */
export function join(others: readonly Integration[], newcomer: Integration): Integration {
  const line = others.filter(({ channel, isActive }) => isActive && channel === newcomer.channel);
  const rivals = isInHouse(newcomer) ? line : line.filter((other) => !isInHouse(other));
  const isFirst = !rivals.some(({ isPrimary, conditions }) => isPrimary || conditions === null);
  return {
    ...newcomer,
    isPrimary: hasPrimary(newcomer.channel) && newcomer.conditions === null && isFirst,
    priority: Math.max(0, ...line.map(({ priority }) => priority)) + 1,
  };
}

/** What changed about an integration, with the place in the line that is now due to it. */
export function reposition(
  others: readonly Integration[],
  before: Integration,
  changed: Integration,
): Integration {
  if (!changed.isActive) return { ...changed, isPrimary: false, priority: 0 };
  if (!before.isActive) return join(others, changed);
  return { ...changed, isPrimary: changed.isPrimary && changed.conditions === null };
}
