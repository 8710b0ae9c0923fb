import { hasPrimary, type Integration } from "./integration.ts";

/**
 * An integration that begins to send joins the line of its channel: as its primary when nothing unconditional sends
 * there yet, otherwise right behind the primary (wire-facts 4.7).
 */
export function join(integrations: readonly Integration[], newcomer: Integration): Integration {
  const line = integrations.filter(
    ({ id, channel, isActive }) => isActive && channel === newcomer.channel && id !== newcomer.id,
  );
  const isFirst = !line.some(({ isPrimary, conditions }) => isPrimary || conditions === null);
  return {
    ...newcomer,
    isPrimary: hasPrimary(newcomer.channel) && newcomer.conditions === null && isFirst,
    priority: Math.max(0, ...line.map(({ priority }) => priority)) + 1,
  };
}

/** The integration with what changed, and with the place in the line that is then due to it. */
export function rejoin(
  integrations: readonly Integration[],
  before: Integration,
  changed: Integration,
): Integration {
  if (!changed.isActive) return { ...changed, isPrimary: false, priority: 0 };
  if (!before.isActive) return join(integrations, changed);
  return { ...changed, isPrimary: changed.isPrimary && changed.conditions === null };
}
