import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { SubscriberKey } from "../foundation/ids.ts";

/** A context is the subscriber's own when it has the subscriber's id, whatever its type. */
type Owner = { environmentId: string; subscriberKey: SubscriberKey };

/**
 * FROM with the subscriber's own contexts as `t`, in the order of the primary key. There are few types: a loose index scan reads each
 * once, also in an environment with a million contexts.
 */
export const ownContexts = ({ environmentId, subscriberKey }: Owner): Sql => sql`
  (
    with recursive types(type) as (
      (select type from contexts where environment_id = ${environmentId} order by type limit 1)
      union all
      select (select c.type from contexts c where c.environment_id = ${environmentId} and c.type > types.type
        order by c.type limit 1)
      from types where types.type is not null
    )
    select type from types where type is not null
  ) known
  join contexts t on t.environment_id = ${environmentId} and t.type = known.type and t.id = ${subscriberKey}`;

/** Deletes the subscriber's own contexts that were not written again since. */
export async function deleteOwnContexts(
  tx: Queryable,
  { requestedAt, ...owner }: Owner & { requestedAt: Date },
): Promise<void> {
  await tx.query(sql`
    delete from contexts c using (select t.type from ${ownContexts(owner)}) own
    where c.environment_id = ${owner.environmentId} and c.type = own.type and c.id = ${owner.subscriberKey}
      and c.updated_at <= ${requestedAt}`);
}
