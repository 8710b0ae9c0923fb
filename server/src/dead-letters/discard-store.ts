import { DISCARD_LIMIT } from "@tidings/contract";
import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { type DeadLetterFilter, matches } from "./dead-letter-store.ts";

/** A dead letter to discard. `position` is null if its notification was deleted. */
export type Discardable = {
  id: string;
  messageId: string;
  notificationId: string;
  position: number | null;
};

/** Locks the oldest dead letters that match; one that another request is replaying or discarding is left out. */
export async function lockForDiscard(
  tx: Queryable,
  environmentId: string,
  filter: DeadLetterFilter,
): Promise<Discardable[]> {
  return tx.queryPlanned<Discardable>(sql`
    with chosen as materialized (
      select d.id, d.message_id, d.notification_id, d.job_id from dead_letters d
      where ${matches(environmentId, filter)} order by d.id limit ${DISCARD_LIMIT} for update of d skip locked
    )
    select chosen.id, chosen.message_id as "messageId", chosen.notification_id as "notificationId", j.position
    from chosen left join lateral (
      select position from jobs where environment_id = ${environmentId} and notification_id = chosen.notification_id
        and id = chosen.job_id limit 1) j on true
    order by chosen.id`);
}

/** Marks dead letters as discarded. `by` names who did it. */
export async function markDiscarded(
  tx: Queryable,
  environmentId: string,
  { ids, by, now }: { ids: readonly string[]; by: string; now: Date },
): Promise<void> {
  await tx.query(sql`
    update dead_letters set discarded_at = ${now}, discarded_by = ${by}
    where environment_id = ${environmentId} and id = any(${ids})`);
}
