import sql from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import { timeOf } from "../../environments/environment-store.ts";

/**
 * The messages of an integration that wait until `until` at the latest become due, and with them their jobs. A job that a
 * worker holds keeps its lease.
 */
export async function makeDue(
  tx: Queryable,
  environmentId: string,
  { integrationId, until }: { integrationId: string; until: Date },
): Promise<void> {
  await tx.query(sql`
    with due as (
      update messages set next_attempt_at = ${timeOf(environmentId)}
      where environment_id = ${environmentId} and integration_id = ${integrationId}
        and next_attempt_at > ${timeOf(environmentId)} and next_attempt_at <= ${until}
      returning notification_id, position
    ), waiting as (
      select distinct j.notification_id, j.position from jobs j
      join due on due.notification_id = j.notification_id and due.position = j.position
      where j.environment_id = ${environmentId}
    ), locked as (
      select j.notification_id, j.position from jobs j
      join waiting using (notification_id, position)
      where j.environment_id = ${environmentId} and j.due_at is not null and j.unfinished_claims = 0
      order by j.notification_id, j.position for update of j
    )
    update jobs j set due_at = ${timeOf(environmentId)} from locked
    where j.environment_id = ${environmentId} and j.notification_id = locked.notification_id
      and j.position = locked.position`);
}
