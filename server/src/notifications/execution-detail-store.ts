import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { jsonPieces } from "../database/json-pieces.ts";
import type { NewDetail } from "./new-detail.ts";

/** Inserts details of any notifications. `now` is the environment's time. */
export async function insertDetails(
  tx: Queryable,
  environmentId: string,
  details: readonly NewDetail[],
  now: Date,
): Promise<void> {
  for (const statement of detailInserts(environmentId, details, now)) await tx.query(statement);
}

/** The statements of `insertDetails`. */
export function* detailInserts(
  environmentId: string,
  details: readonly NewDetail[],
  now: Date,
): Generator<Sql> {
  for (const piece of jsonPieces(details)) {
    yield sql`
      insert into execution_details (environment_id, notification_id, id, position, code, provider_id, is_retry, raw,
        created_at)
      select ${environmentId}, x."notificationId", x.id, x.position, x.code, x."providerId", x."isRetry", x.raw, ${now}
      from json_to_recordset(${piece}) as x(
        "notificationId" text, id text, position smallint, code text, "providerId" text, "isRetry" boolean, raw text)`;
  }
}

/**
 * Inserts details that have ids of their own choice; those that are already stored are left out. All have to fit into one
 * statement.
 * @returns the ids of the details that were inserted.
 */
export async function insertDetailsOnce(
  tx: Queryable,
  environmentId: string,
  details: readonly NewDetail[],
  now: Date,
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(sql`
    insert into execution_details (environment_id, notification_id, id, position, code, provider_id, is_retry, raw,
      created_at)
    select ${environmentId}, x."notificationId", x.id, x.position, x.code, x."providerId", x."isRetry", x.raw, ${now}
    from json_to_recordset(${JSON.stringify(details)}) as x(
      "notificationId" text, id text, position smallint, code text, "providerId" text, "isRetry" boolean, raw text)
    order by x."notificationId", x.id
    on conflict (environment_id, notification_id, id) do nothing
    returning id`);
  return new Set(rows.map(({ id }) => id));
}
