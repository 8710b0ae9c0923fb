import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { JsonObject } from "../foundation/json.ts";
import { inInbox } from "./inbox-filter-store.ts";
import type { Inbox } from "./session.ts";

/** The call to action of a message of the inbox, locked until the transaction ends. */
export async function lockCta(
  tx: Queryable,
  environmentId: string,
  inbox: Inbox,
  id: string,
): Promise<JsonObject | undefined> {
  const [row] = await tx.query<{ cta: JsonObject }>(sql`
    select m.cta from messages m where ${inInbox(environmentId, inbox)} and m.id = ${id} for update`);
  return row?.cta;
}

export async function saveCta(
  tx: Queryable,
  environmentId: string,
  id: string,
  cta: JsonObject,
): Promise<void> {
  await tx.query(sql`
    update messages set cta = ${JSON.stringify(cta)}, updated_at = now()
    where environment_id = ${environmentId} and id = ${id}`);
}
