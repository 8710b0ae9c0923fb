import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberId } from "../foundation/ids.ts";

/** A message that has returned to its inbox. */
export type ReturnedMessage = { environmentId: string; subscriberId: SubscriberId; id: string };

/**
 * Ends snoozes whose moment has come by the time of their environment: the message is unread again and delivered once
 * more. Works for all environments, each with at most `limit` messages, and skips those that another process returns.
 * The environments are found by a loose index scan, emulated by a recursive query.
 */
export function endSnoozes(database: Queryable, limit: number): Promise<ReturnedMessage[]> {
  return database.query<ReturnedMessage>(sql`
    with recursive snoozing as (
      (select environment_id as id from messages where snoozed_until is not null order by environment_id limit 1)
      union all
      select (select environment_id from messages where snoozed_until is not null and environment_id > snoozing.id
              order by environment_id limit 1)
      from snoozing where snoozing.id is not null
    ), environment as (
      select e.id, coalesce(e.clock_at, now()) as now
      from snoozing join environments e on e.id = snoozing.id and e.deleted_at is null
    ), due as (
      select due.*, environment.now from environment cross join lateral (
        select m.environment_id, m.id from messages m
        where m.environment_id = environment.id and m.snoozed_until <= environment.now
        order by m.snoozed_until limit ${limit} for update skip locked
      ) due
    )
    update messages m set snoozed_until = null, read_at = null, updated_at = due.now,
      delivered_at = coalesce(m.delivered_at, '{}') || due.now
    from due where m.environment_id = due.environment_id and m.id = due.id
    returning m.environment_id as "environmentId", m.subscriber_id as "subscriberId", m.id`);
}
