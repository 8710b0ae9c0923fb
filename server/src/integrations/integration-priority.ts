import { hasPrimary, type Integration, isInHouse } from "./integration.ts";

/**
 * Gives a newly active integration its priority in its channel: it becomes primary if no other integration without
 * conditions is active there, else it comes right after the primary. The in-service outbox does not count as another
 * one, so that mail is really sent as soon as a real integration is configured.
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

/** Gives a changed integration its new priority; `before` is the integration before the change. */
export function reposition(
  others: readonly Integration[],
  before: Integration,
  changed: Integration,
): Integration {
  if (!changed.isActive) return { ...changed, isPrimary: false, priority: 0 };
  if (!before.isActive) return placeNew(others, changed);
  return { ...changed, isPrimary: changed.isPrimary && changed.conditions === null };
}
