import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { Retention, RetentionKind } from "../foundation/keeping-settings.ts";

/**
 * An SQL expression, for a statement with `environments e`: rows older than this moment, in the environment's time, are
 * deleted; NULL if they are kept forever. The environment's own retention overrides the settings.
 */
export function keptSince(kind: RetentionKind, settings: Retention): Sql {
  const days = (of: RetentionKind) =>
    sql`nullif(coalesce((e.retention ->> ${of}::text)::integer, ${settings[of] ?? 0}::integer), 0)`;
  return sql`coalesce(e.clock_at, now()) - make_interval(hours => 24 * least(${days(kind)}, ${days("notifications")}))`;
}

/** The environment's own retention, in days; undefined if there is no environment of this name. */
export async function findRetention(database: Queryable, name: string): Promise<Retention | undefined> {
  const rows = await database.query<{ retention: Retention | null }>(sql`
    select retention from environments where name = ${name}`);
  return rows[0] && (rows[0].retention ?? {});
}

/** Replaces the environment's own retention; an empty object means the settings apply. */
export async function saveRetention(database: Queryable, name: string, retention: Retention): Promise<void> {
  const chosen = Object.keys(retention).length > 0 ? JSON.stringify(retention) : null;
  await database.query(sql`update environments set retention = ${chosen}::json where name = ${name}`);
}
