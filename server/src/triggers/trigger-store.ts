import sql, { empty, type Sql } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { jsonPieces } from "../database/json-pieces.ts";
import { bytesOf } from "../database/page-bytes.ts";
import type { EnvironmentTime } from "../environments/environment.ts";
import { timeOf } from "../environments/environment-store.ts";
import type { ReachedSubscriber } from "../subscribers/subscriber.ts";
import type { Holder } from "./handover.ts";
import { type NewTrigger, toStoredRecipient } from "./trigger.ts";

/** The moment of a stored trigger, in its environment. */
export type StoredAt = EnvironmentTime & { id: string; reachesUntil: Date };

/** Triggers to be stored; with a holder, as claimed by it. */
export type Storing = { triggers: readonly NewTrigger[]; holder: Holder | undefined };

/** Stores triggers with their fan-outs, due at once or held, and returns those whose transactionId is new. */
export async function insertTriggers(
  database: Queryable,
  environmentId: string,
  { triggers, holder }: Storing,
): Promise<Map<string, StoredAt>> {
  const stored = new Map<string, StoredAt>();
  for (const piece of jsonPieces(rowsOf(triggers))) {
    for (const one of await insertPiece(database, environmentId, piece, holder)) stored.set(one.id, one);
  }
  return stored;
}

/**
 * Stores triggers of which all recipients have runs in the same transaction. It returns a row for each one that is stored: none of
 * those whose transactionId is not new, and none while the environment's clock is frozen.
 */
export function expandedInsert(environmentId: string, triggers: readonly NewTrigger[], now: Date): Sql {
  const clock = sql`cross join environments e where e.id = ${environmentId} and e.clock_at is null`;
  return sql`
    ${insertRows(environmentId, { rows: JSON.stringify(rowsOf(triggers)), createdAt: sql`${now}`, condition: clock })}
    returning id`;
}

function rowsOf(triggers: readonly NewTrigger[]) {
  // Sorted over all pieces, because two transactions that store the same triggers would deadlock.
  const sorted = triggers.toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
  return sorted.map((trigger) => ({
    ...trigger,
    recipients: trigger.recipients.map(toStoredRecipient),
    fingerprint: trigger.fingerprint.toString("hex"),
  }));
}

type InsertedRows = { rows: string; createdAt: Sql; condition: Sql };

function insertRows(environmentId: string, { rows, createdAt, condition }: InsertedRows): Sql {
  return sql`
    insert into triggers (environment_id, id, transaction_id, fingerprint, workflow_id, workflow_version, is_broadcast,
      recipients, topics, actor, context_keys, payload, overrides, bytes, created_at)
    select ${environmentId}, x.id, x."transactionId", decode(x.fingerprint, 'hex'), x."workflowId",
      x."workflowVersion", x."isBroadcast", x.recipients, x.topics, x.actor, x."contextKeys", x.payload, x.overrides,
      ${triggerBytes("x")}, ${createdAt}
    from json_to_recordset(${rows}) as x(
      id text, "transactionId" text, fingerprint text, "workflowId" text, "workflowVersion" integer,
      "isBroadcast" boolean, recipients json, topics json, actor text, "contextKeys" text[], payload json,
      overrides json) ${condition}
    order by x."transactionId"
    on conflict (environment_id, transaction_id) do nothing`;
}

function insertPiece(
  database: Queryable,
  environmentId: string,
  rows: string,
  holder: Holder | undefined,
): Promise<StoredAt[]> {
  const claims = holder ? 1 : 0;
  return database.query<StoredAt>(sql`
    with stored as (
      ${insertRows(environmentId, { rows, createdAt: timeOf(environmentId), condition: empty })}
      returning id, bytes, created_at
    ), queued as (
      insert into fanouts (environment_id, trigger_id, due_at, bytes, lease, unfinished_claims, claimed_by)
      select ${environmentId}, id, case when ${claims}::integer > 0 then now() + make_interval(secs => ${holder?.leaseSeconds ?? 0})
        else created_at end, bytes, ${claims}::integer, ${claims}::smallint, ${holder?.workerId ?? null}::integer from stored
    )
    select stored.id, stored.created_at as now, e.clock_at is not null as "isFrozen", e.default_zone as "defaultZone",
      case when e.clock_at is not null then now() else stored.created_at end as "reachesUntil"
    from stored cross join environments e where e.id = ${environmentId}`);
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
  const rows = await tx.query<{ id: string }>(sql`
    with stopped as (
      delete from fanouts f using triggers t
      where f.environment_id = ${environmentId} and t.environment_id = ${environmentId} and f.trigger_id = t.id
        and t.transaction_id = ${transactionId}
      returning t.id)
    update triggers t set canceled_at = coalesce(t.canceled_at, now())
    from stopped where t.environment_id = ${environmentId} and t.id = stopped.id
    returning t.id`);
  return rows.length > 0;
}

export type FanoutStep = {
  id: string;
  lease: number;
  cursor: string | null;
  isDone: boolean;
  /** The worker expands the rest itself, under the same lease. */
  isKept: boolean;
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
  const done = steps.filter(({ isDone }) => isDone);
  const unfinished = steps.filter(({ isDone }) => !isDone);
  const saving = [
    ...(done.length > 0 ? [endFanouts(environmentId, done)] : []),
    ...(unfinished.length > 0 ? [continueFanouts(environmentId, unfinished, now)] : []),
  ];
  const rows = await Promise.all(saving.map((statement) => tx.query<{ id: string }>(statement)));
  return new Set(rows.flat().map(({ id }) => id));
}

function endFanouts(environmentId: string, steps: readonly FanoutStep[]): Sql {
  return sql`
    with ${heldSteps(environmentId, steps)}
    delete from fanouts f using held where f.environment_id = ${environmentId} and f.trigger_id = held.id
    returning held.id`;
}

function continueFanouts(environmentId: string, steps: readonly FanoutStep[], now: Date): Sql {
  return sql`
    with ${heldSteps(environmentId, steps)}
    update fanouts f set cursor = held.cursor,
      unfinished_claims = case when held."isKept" then f.unfinished_claims else 0 end,
      claimed_by = case when held."isKept" then f.claimed_by end,
      due_at = case when held."isKept" then f.due_at else ${now}::timestamptz end
    from held where f.environment_id = ${environmentId} and f.trigger_id = held.id
    returning held.id`;
}

/** `held`: the steps of triggers whose lease holds, locked in the order of their ids. Counts the members that they left out. */
function heldSteps(environmentId: string, steps: readonly FanoutStep[]): Sql {
  const counted = sql`, counted as (
    update triggers t set left_out = coalesce(t.left_out, 0) + held."leftOut"
    from held where t.environment_id = ${environmentId} and t.id = held.id and held."leftOut" > 0)`;
  return sql`held as (
    select f.trigger_id as id, step.cursor, step."isKept", step."leftOut"
    from json_to_recordset(${JSON.stringify(steps)}) as step(
      id text, lease integer, cursor text, "isKept" boolean, "leftOut" integer)
    join fanouts f on f.trigger_id = step.id and f.lease = step.lease
    where f.environment_id = ${environmentId} order by f.trigger_id for update of f
  )${steps.some(({ leftOut }) => leftOut > 0) ? counted : empty}`;
}

/** The condition that the trigger has recipients left to expand. @param id the column with its id. */
export function isExpanding(environmentId: string | Sql, id: Sql): Sql {
  return sql`exists (select from fanouts f where f.environment_id = ${environmentId} and f.trigger_id = ${id})`;
}

/** The next subscribers of a broadcast in the order of their ids: those that existed when it was accepted. */
export async function nextBroadcastRecipients(
  database: Queryable,
  environmentId: string,
  page: { after: string; createdBefore: Date; limit: number },
): Promise<ReachedSubscriber[]> {
  return database.query(sql`
    select id, subscriber_id as "subscriberKey", is_only_named as "isOnlyNamed" from subscribers
    where environment_id = ${environmentId} and id > ${page.after} and created_at <= ${page.createdBefore}
    order by id limit ${page.limit}`);
}
