import type { RateWait } from "@tidings/contract";
import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import { timeOf } from "../../environments/environment-store.ts";
import type { Integration } from "../integration.ts";

/** The `error_id` of a message that waits for the rate of its integration. */
export const WAITS_FOR_RATE = "waits_for_rate";

/** An integration with rates has a row in which its workers count; what it used today stays when its rates change. */
export async function startRates(
  tx: Queryable,
  environmentId: string,
  { id }: Pick<Integration, "id">,
): Promise<void> {
  await tx.query(sql`
    insert into integration_rates (environment_id, integration_id) values (${environmentId}, ${id})
    on conflict (environment_id, integration_id) do nothing`);
}

/**
 * Ends the pause that the provider asked for, and forgets places that were taken by the rates before. Calls in progress keep
 * theirs.
 */
export async function resumeRates(tx: Queryable, environmentId: string, id: string): Promise<void> {
  await tx.query(sql`
    update integrations set paused_until = null, paused_for = null
    where environment_id = ${environmentId} and id = ${id} and paused_until is not null`);
  await tx.query(sql`
    update integration_rates set next_at = '-infinity', waits_for = null, waits_until = null
    where environment_id = ${environmentId} and integration_id = ${id}`);
}

type RateWaiting = { integrationId: string; reason: RateWait; until: Date; messages: number };

/** More waiting messages of an integration are not counted; of all messages that wait for an attempt, so many are looked at. */
const MAX_WAITING = 1_000;

/** The integrations of an environment for whose rates messages wait. */
export async function readRateWaits(database: Queryable, environmentId: string): Promise<RateWaiting[]> {
  return database.query<RateWaiting>(sql`
    select i.id as "integrationId", ${REASON} as reason, ${UNTIL} as until, waiting.messages
    from integrations i cross join (select ${timeOf(environmentId)} as now) as time ${ITS_RATES}
    cross join lateral (
      select count(*)::integer as messages from (
        select m.error_id from messages m where m.environment_id = i.environment_id and m.integration_id = i.id
          and m.next_attempt_at is not null order by m.next_attempt_at limit ${MAX_WAITING}) one
      where one.error_id = ${WAITS_FOR_RATE}
    ) waiting
    where i.environment_id = ${environmentId} and ${IS_WAITED_FOR} and waiting.messages > 0`);
}

/** A scrape counts so many messages of one integration at most. */
const MAX_COUNTED = 10_000;

/** Messages that wait for rates in all environments, by provider and reason; for the metrics. */
export async function countRateWaits(
  database: Queryable,
): Promise<{ providerId: string; reason: RateWait; messages: number }[]> {
  return database.query(sql`
    select i.provider_id as "providerId", ${REASON} as reason, sum(waiting.messages)::integer as messages
    from environments e join integrations i on i.environment_id = e.id
    cross join lateral (select coalesce(e.clock_at, now()) as now) as time ${ITS_RATES}
    cross join lateral (
      select count(*) as messages from (
        select m.error_id from messages m where m.environment_id = i.environment_id and m.integration_id = i.id
          and m.next_attempt_at is not null order by m.next_attempt_at limit ${MAX_COUNTED}) one
      where one.error_id = ${WAITS_FOR_RATE}
    ) waiting
    where e.deleted_at is null and ${IS_WAITED_FOR}
    group by 1, 2 order by 1, 2`);
}

/** A pause holds back everything; it is therefore named first. */
const REASON = raw(`case when i.paused_until > time.now then i.paused_for else r.waits_for end`);
const UNTIL = raw(`case when i.paused_until > time.now then i.paused_until else r.waits_until end`);
const ITS_RATES = raw(`
  left join integration_rates r on r.environment_id = i.environment_id and r.integration_id = i.id`);
const IS_WAITED_FOR = raw(`i.deleted_at is null and (i.paused_until > time.now or r.waits_until > time.now)`);
