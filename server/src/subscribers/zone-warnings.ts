import type { Warning } from "@tidings/contract";
import { zoneAdvice } from "../calendar/zone-advice.ts";
import { isZone, zoneOrDefault } from "../calendar/zoned-time.ts";
import type { Environment } from "../environments/environment.ts";

/** For the answer to a request that stores a subscriber; nothing if there is no zone, or a known one. */
export type Warnings = { warnings?: Warning[] };

/**
 * An unknown zone is no reason to refuse a subscriber: browsers report "Etc/Unknown". It counts as the default zone
 * (`zoneOrDefault`).
 */
export function zoneWarnings(
  timezone: string | null | undefined,
  { defaultZone }: Pick<Environment, "defaultZone">,
  field = "timezone",
): Warnings {
  if (timezone === null || timezone === undefined || isZone(timezone)) return {};
  const counts = `counts as ${zoneOrDefault(null, defaultZone)}; ${zoneAdvice(timezone)}`;
  const message = `${JSON.stringify(timezone)} is not the name of a time zone, and ${counts}`;
  return { warnings: [{ field, message }] };
}
