import sql, { raw, type Sql } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import { jsonPieces } from "../../database/json-pieces.ts";
import type { SubscriberKey } from "../../foundation/ids.ts";
import type { Json } from "../../foundation/json.ts";
import { erasedColumns } from "../../personal-data/personal-data.ts";
import { triggerBytes } from "../../triggers/trigger-store.ts";
import { patternsOf } from "./redact.ts";

/** The subscriber to erase. */
export type Deleted = { subscriberKey: SubscriberKey };

/** A context is the subscriber's own when it has the subscriber's id. */
const contextsWithout = (subscriberKey: SubscriberKey): Sql => sql`array(
  select key from unnest(t.context_keys) with ordinality as named(key, at)
  where substr(key, strpos(key, ':') + 1) <> ${subscriberKey} order by at)`;

const namesOther = (subscriberKey: SubscriberKey): Sql => sql`exists (
  select from json_array_elements(t.recipients) r where r ->> 'subscriberId' <> ${subscriberKey})`;
const namesIn = (subscriberKey: SubscriberKey): Sql => sql`exists (
  select from json_array_elements(t.recipients) r where r ->> 'subscriberId' = ${subscriberKey})`;

/** Addresses that these triggers brought along for the subscriber. */
export async function findBroughtAlong(
  tx: Queryable,
  environmentId: string,
  triggerIds: readonly string[],
  { subscriberKey }: Deleted,
): Promise<{ profile: Record<string, Json> | null; channels: { credentials: object }[] | null }[]> {
  return tx.query(sql`
    select r -> 'profile' as profile, r -> 'channels' as channels
    from triggers t cross join json_array_elements(t.recipients) r
    where t.environment_id = ${environmentId} and t.id = any(${triggerIds}) and r ->> 'subscriberId' = ${subscriberKey}`);
}

/** Empties the triggers that had no other recipient, and takes the subscriber out of the others. */
export async function emptyTriggers(
  tx: Queryable,
  environmentId: string,
  triggerIds: readonly string[],
  { subscriberKey }: Deleted,
): Promise<void> {
  const actor = sql`nullif(t.actor, ${subscriberKey})`;
  await tx.query(sql`
    update triggers t set ${raw(erasedColumns("triggers"))}, actor = ${actor}, context_keys = ${contextsWithout(subscriberKey)}
    where t.environment_id = ${environmentId} and t.id = any(${triggerIds})
      and not t.is_broadcast and t.topics::text = '[]' and not ${namesOther(subscriberKey)}`);
  await tx.query(sql`
    update triggers t set actor = ${actor}, context_keys = ${contextsWithout(subscriberKey)}, recipients = (
        select coalesce(json_agg(r order by at), '[]') from json_array_elements(t.recipients) with ordinality as x(r, at)
        where r ->> 'subscriberId' <> ${subscriberKey})
    where t.environment_id = ${environmentId} and t.id = any(${triggerIds})
      and (${namesIn(subscriberKey)} or t.actor = ${subscriberKey}
        or t.context_keys <> ${contextsWithout(subscriberKey)})`);
}

export type TriggerText = { id: string; payload: Json; overrides: Json };

/** Which of these triggers hold one of the texts, with their bytes. */
export async function findTriggersWith(
  tx: Queryable,
  environmentId: string,
  triggerIds: readonly string[],
  texts: readonly string[],
): Promise<{ id: string; bytes: number }[]> {
  const patterns = patternsOf(texts);
  return tx.query(sql`
    select t.id, coalesce(t.bytes, ${triggerBytes("t")})::integer as bytes from triggers t
    where t.environment_id = ${environmentId} and t.id = any(${triggerIds})
      and (t.payload::text ilike any(${patterns}) or t.overrides::text ilike any(${patterns}))`);
}

export async function readTriggerTexts(
  tx: Queryable,
  environmentId: string,
  triggerIds: readonly string[],
): Promise<TriggerText[]> {
  return tx.query<TriggerText>(sql`
    select t.id, t.payload, t.overrides from triggers t
    where t.environment_id = ${environmentId} and t.id = any(${triggerIds})`);
}

export async function saveTriggerTexts(
  tx: Queryable,
  environmentId: string,
  texts: readonly TriggerText[],
): Promise<void> {
  for (const piece of jsonPieces(texts)) {
    await tx.query(sql`
      update triggers t set payload = x.payload, overrides = x.overrides
      from json_to_recordset(${piece}) as x(id text, payload json, overrides json)
      where t.environment_id = ${environmentId} and t.id = x.id`);
  }
}
