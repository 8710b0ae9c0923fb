import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";

/** An environment whose default zone was changed; `changedAt` is the moment to the microsecond. */
export type ChangedZone = { environmentId: string; changedAt: string };

/** Environments whose waits may have been computed by another default zone. The statement is not limited to one environment. */
export function listChangedZones(database: Queryable): Promise<ChangedZone[]> {
  return database.query<ChangedZone>(sql`
    select id as "environmentId", default_zone_changed_at::text as "changedAt" from environments
    where default_zone_changed_at is not null and deleted_at is null order by id`);
}

/** Batches that began before a change have stored their waits by then: their leases last 30 s. */
const BATCHES_END_IN = "2 minutes";

/** All waits are moved, unless the zone was changed again, or so recently that a batch may still compute by the zone before. */
export async function endZoneChange(
  database: Queryable,
  { environmentId, changedAt }: ChangedZone,
): Promise<void> {
  await database.query(sql`
    update environments set default_zone_changed_at = null
    where id = ${environmentId} and default_zone_changed_at = ${changedAt}::timestamptz
      and default_zone_changed_at < now() - ${BATCHES_END_IN}::interval`);
}
