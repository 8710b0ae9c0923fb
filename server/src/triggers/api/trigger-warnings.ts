import type { Broadcast, Trigger } from "@tidings/contract";
import type { Environment } from "../../environments/environment.ts";
import { type Warnings, zoneWarnings } from "../../subscribers/zone-warnings.ts";

/** A trigger may have 100 recipients, a bulk 100 triggers. */
const WARNINGS_MAX = 20;

/** Warnings about the subscribers that a trigger creates or updates. */
export function triggerWarnings(
  environment: Environment,
  { actor, ...more }: Broadcast & Pick<Partial<Trigger>, "to">,
): Warnings {
  const named = Array.isArray(more.to)
    ? more.to.map((one: unknown, at) => [`to.${at}`, one] as const)
    : [["to", more.to] as const];
  const found = [...named, ["actor", actor] as const].flatMap(([place, one]) => {
    return zoneWarnings(timezoneOf(one), environment, `${place}.timezone`).warnings ?? [];
  });
  return found.length > 0 ? { warnings: found.slice(0, WARNINGS_MAX) } : {};
}

/** The zone of a subscriber that is given with its fields; a recipient may also be an id or a topic. */
function timezoneOf(one: unknown): string | undefined {
  const { timezone } = typeof one === "object" && one !== null ? (one as { timezone?: unknown }) : {};
  return typeof timezone === "string" ? timezone : undefined;
}
