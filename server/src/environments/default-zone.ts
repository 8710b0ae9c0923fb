import { zoneAdvice } from "../calendar/zone-advice.ts";
import { zoneOrDefault } from "../calendar/zoned-time.ts";
import { findZone } from "../calendar/zones/zones.ts";
import { invalidField } from "../foundation/app-error.ts";

/** The default zone of an environment that chose none. */
export const FIRST_ZONE = "UTC";

/** Why a text cannot be a default zone; undefined for the name of a zone, in any letter case. */
export function zoneProblem(text: string): string | undefined {
  if (findZone(text)) return undefined;
  return `timezone must be the name of a time zone, which ${JSON.stringify(text)} is not; ${zoneAdvice(text)}`;
}

/**
 * The name of a zone as tzdata spells it.
 * @throws AppError invalid, with the field `timezone`, for a text that is no zone.
 */
export function defaultZoneOf(text: string): string {
  const problem = zoneProblem(text);
  if (problem) throw invalidField("timezone", problem, text);
  return zoneOrDefault(text, FIRST_ZONE);
}
