import sql, { type Sql } from "sql-template-tag";

/**
 * Parts of a `with` that delete what is stored for subscribers that only browsers without a hash have named: their
 * preferences and memberships, which then only such browsers have made. The statement that ends the mark contains them, so that
 * the person who gets the name inherits nothing.
 * @param ids a select of the ids of those subscribers.
 */
export function forgetUnproven(environmentId: string, ids: Sql): Sql {
  return sql`
    unproven_members as (
      delete from topic_members m where m.environment_id = ${environmentId} and m.subscriber_id = any(array(${ids}))
    ), unproven_preferences as (
      delete from subscriber_preferences p
      where p.environment_id = ${environmentId} and p.subscriber_id = any(array(${ids}))
    )`;
}
