import { chooseZones } from "../calendar/zones/choose-zones.ts";
import { useZones } from "../calendar/zones/zones.ts";
import type { Database } from "../database/database.ts";
import { defaultZoneOf, zoneProblem } from "../environments/default-zone.ts";
import { listEnvironments, updateEnvironment } from "../environments/environment-store.ts";
import { AppError } from "../foundation/app-error.ts";
import type { Settings } from "../foundation/settings.ts";
import { environmentNamed } from "./find-by-name.ts";

export const ZONE_HELP = `\`timezone\` shows or sets the default time zone of an environment, such as America/Vancouver: for subscribers without a time
zone that the service knows. UTC is the default. What waits by the zone before is moved within seconds.`;

type ZoneParts = { database: Database; settings: Settings; isJson: boolean };

/** Shows an environment's default zone; sets it first when `zone` is given. */
export async function environmentZone(
  { database, settings, isJson }: ZoneParts,
  which: string,
  zone: string | undefined,
): Promise<string> {
  useZones(chooseZones(settings.timeZones));
  const problem = zone === undefined ? undefined : zoneProblem(zone);
  if (problem) throw new AppError("bad_request", problem);
  const {
    id,
    name,
    defaultZone: timezone,
  } = await database.transaction(async (tx) => {
    const before = environmentNamed(await listEnvironments(tx), which);
    if (zone === undefined) return before;
    const changed = { ...before, defaultZone: defaultZoneOf(zone) };
    return (await updateEnvironment(tx, before.organizationId, changed)) ?? changed;
  });
  return isJson ? JSON.stringify({ id, name, timezone }) : `${name}  ${timezone}`;
}
