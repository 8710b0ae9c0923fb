import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { jsonPieces } from "../database/json-pieces.ts";
import { bytesOf } from "../database/page-bytes.ts";
import { timeOf } from "../environments/environment-store.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";
import { type Trigger, toStoredRecipient } from "./trigger.ts";

export type NewTrigger = Omit<Trigger, "fanoutCursor"> & { fingerprint: Buffer };

/** Stores triggers, due at once, and returns the ids of those whose transactionId is new. */
export async function insertTriggers(
  database: Queryable,
  environmentId: string,
  triggers: readonly NewTrigger[],
): Promise<Set<string>> {
  // Sorted over all pieces, because two transactions that store the same triggers would deadlock.
  const sorted = triggers.toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
  const rows = sorted.map((trigger) => ({
    ...trigger,
    recipients: trigger.recipients.map(toStoredRecipient),
    fingerprint: trigger.fingerprint.toString("hex"),
  }));
  const stored = new Set<string>();
  for (const piece of jsonPieces(rows)) {
    for (const { id } of await insertPiece(database, environmentId, piece)) stored.add(id);
  }
  return stored;
}

function insertPiece(database: Queryable, environmentId: string, rows: string): Promise<{ id: string }[]> {
  return database.query<{ id: string }>(sql`
    insert into triggers (environment_id, id, transaction_id, fingerprint, workflow_id, workflow_version, is_broadcast,
      recipients, topics, actor, context_keys, payload, overrides, bytes, due_at, created_at)
    select ${environmentId}, x.id, x."transactionId", decode(x.fingerprint, 'hex'), x."workflowId", x."workflowVersion",
      x."isBroadcast", x.recipients, x.topics, x.actor, x."contextKeys", x.payload, x.overrides,
      ${triggerBytes("x")}, ${timeOf(environmentId)}, ${timeOf(environmentId)}
    from json_to_recordset(${rows}) as x(
      id text, "transactionId" text, fingerprint text, "workflowId" text, "workflowVersion" integer,
      "isBroadcast" boolean, recipients json, topics json, actor text, "contextKeys" text[], payload json, overrides json)
    order by x."transactionId"
    on conflict (environment_id, transaction_id) do nothing
    returning id`);
}

/** The bytes of a trigger in memory; for rows without the column (`coalesce(bytes, …)`). */
export function triggerBytes(alias: "t" | "x"): Sql {
  return bytesOf(`${alias}.payload`, `${alias}.overrides`, `${alias}.recipients`);
}

export async function findFingerprints(
  database: Queryable,
  environmentId: string,
  transactionIds: readonly string[],
): Promise<Map<string, Buffer>> {
  const rows = await database.query<{ transactionId: string; fingerprint: Buffer }>(sql`
    select transaction_id as "transactionId", fingerprint from triggers
    where environment_id = ${environmentId} and transaction_id = any(${transactionIds})`);
  return new Map(rows.map((row) => [row.transactionId, row.fingerprint]));
}

/** Stops the expansion of a trigger; true when recipients were left to expand. */
export async function cancelFanout(
  tx: Queryable,
  environmentId: string,
  transactionId: string,
): Promise<boolean> {
  const rows = await tx.query<{ wasDue: boolean }>(sql`
    with before as (
      select id, due_at from triggers
      where environment_id = ${environmentId} and transaction_id = ${transactionId} for update)
    update triggers t set canceled_at = coalesce(t.canceled_at, now()), due_at = null, lease = t.lease + 1
    from before where t.environment_id = ${environmentId} and t.id = before.id and before.due_at is not null
    returning true as "wasDue"`);
  return rows.length > 0;
}

export type FanoutStep = {
  id: string;
  lease: number;
  cursor: string | null;
  isDone: boolean;
  /** Members of its topics that the trigger does not reach because of their subscriptions. */
  leftOut: number;
};

/**
 * Stores how far triggers are expanded; the rest is due at once. Returns the ids of those whose lease still holds;
 * the others were taken over or canceled, and their runs must not be stored.
 */
export async function saveFanouts(
  tx: Queryable,
  environmentId: string,
  steps: readonly FanoutStep[],
  now: Date,
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(sql`
    with step as (
      select x.* from json_to_recordset(${JSON.stringify(steps)}) as x(
        id text, lease integer, cursor text, "isDone" boolean, "leftOut" integer)
    ), held as (
      select t.id from triggers t join step on step.id = t.id and step.lease = t.lease
      where t.environment_id = ${environmentId} order by t.id for update of t
    )
    update triggers t set fanout_cursor = step.cursor, unfinished_claims = 0, claimed_by = null,
      left_out = case when step."leftOut" > 0 then coalesce(t.left_out, 0) + step."leftOut" else t.left_out end,
      due_at = case when step."isDone" then null else ${now}::timestamptz end
    from step, held
    where t.environment_id = ${environmentId} and t.id = held.id and step.id = held.id
    returning t.id`);
  return new Set(rows.map((row) => row.id));
}

/** The next subscribers of a broadcast in the order of their ids: those that existed when it was accepted. */
export async function nextBroadcastRecipients(
  database: Queryable,
  environmentId: string,
  page: { after: string; createdBefore: Date; limit: number },
): Promise<{ id: SubscriberId; subscriberKey: SubscriberKey }[]> {
  return database.query(sql`
    select id, subscriber_id as "subscriberKey" from subscribers
    where environment_id = ${environmentId} and id > ${page.after} and created_at <= ${page.createdBefore}
    order by id limit ${page.limit}`);
}
