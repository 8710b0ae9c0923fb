import type { Warning } from "@tidings/contract";
import { isZone } from "../calendar/zoned-time.ts";
import { zonesEndingWith } from "../calendar/zones/zones.ts";

/** For the answer to a request that stores a subscriber; nothing if there is no zone, or a known one. */
export type Warnings = { warnings?: Warning[] };

/** The sign of these names is the opposite of what people mean: `Etc/GMT+2` is two hours behind UTC. */
const COUNTS_WESTWARD = /^Etc\/GMT[+-]/i;

/** An unknown zone is no reason to refuse a subscriber: browsers report "Etc/Unknown". It counts as UTC (`zoneOrUtc`). */
export function zoneWarnings(timezone: string | null | undefined, field = "timezone"): Warnings {
  if (timezone === null || timezone === undefined || isZone(timezone)) return {};
  const meant = zonesEndingWith(timezone).find((name) => !COUNTS_WESTWARD.test(name));
  const advice = meant ? `; write ${meant}` : "; write a name such as Europe/Berlin";
  const message = `${JSON.stringify(timezone)} is not the name of a time zone, and counts as UTC${advice}`;
  return { warnings: [{ field, message }] };
}
