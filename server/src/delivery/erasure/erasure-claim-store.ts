import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../../database/database.ts";
import type { SubscriberId, SubscriberKey } from "../../foundation/ids.ts";
import { placeOfAddresses } from "../../subscribers/erasure-store.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";

/**
 * Stages in order. `notifications` ends the runs and collects earlier addresses, before anything that names one is erased; `records`
 * erases the runs' records, and their triggers. Rows that are found through messages come next. The copies of a payload come last,
 * because what a worker reads from then on has no addresses any more.
 */
export const STAGES = ["notifications", "records", "messages", "triggers", "rest", "copies"] as const;
export type Stage = (typeof STAGES)[number];

/** Where the erasure goes on after a batch, and when; undefined when the stage is complete. */
export type Progress = { lastId: string; inSeconds: number } | undefined;

/** A deleted subscriber and how far its erasure is. */
export type Erasure = {
  environmentId: string;
  id: SubscriberId;
  subscriberKey: SubscriberKey;
  addresses: string[];
  requestedAt: Date;
  lastTriggerId: string;
  horizonId: string;
  stage: Stage;
  /** The last id of the stage that is done. */
  lastId: string;
};

type Row = Omit<Erasure, "addresses"> & { sealed: string | null };

/** Takes the erasure that is due first, of any environment, for the time of a lease. It works across environments, like the claim of jobs. */
export async function claimErasure(database: Queryable): Promise<Erasure | undefined> {
  const [row] = await database.query<Row>(sql`
    update erasures e set due_at = now() + interval '${raw(String(LEASE_SECONDS))} seconds',
      horizon_id = coalesce(e.horizon_id, (
        select t.id from triggers t where t.environment_id = e.environment_id order by t.id desc limit 1), '')
    from (select environment_id, id from erasures where due_at <= now() order by due_at limit 1
          for update skip locked) due
    where e.environment_id = due.environment_id and e.id = due.id
    returning e.environment_id as "environmentId", e.id, e.subscriber_id as "subscriberKey",
      e.addresses_sealed as sealed, e.requested_at as "requestedAt", e.last_trigger_id as "lastTriggerId",
      e.horizon_id as "horizonId", e.stage, e.last_id as "lastId"`);
  if (!row) return undefined;
  const { sealed, ...erasure } = row;
  const opened = sealed && database.secrets.open(placeOfAddresses(row.environmentId, row), sealed);
  return { ...erasure, addresses: opened ? JSON.parse(opened) : [] };
}

/** Whether a trigger is not expanded yet for which a worker may still have the subscriber in memory. */
export async function isExpanding(
  database: Queryable,
  { environmentId, horizonId }: Erasure,
): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 from fanouts
    where environment_id = ${environmentId} and trigger_id <= ${horizonId} limit 1`);
  return rows.length > 0;
}

/** Stores the progress of an erasure; it is due again after `inSeconds`. */
export async function saveProgress(
  tx: Queryable,
  { environmentId, id }: Erasure,
  { stage, lastId, inSeconds }: { stage: Stage; lastId: string; inSeconds: number },
): Promise<void> {
  await tx.query(sql`
    update erasures set stage = ${stage}, last_id = ${lastId}, due_at = now() + make_interval(secs => ${inSeconds})
    where environment_id = ${environmentId} and id = ${id}`);
}

/** Stores the addresses with those that were found since the deletion, for the stages that follow. */
export async function saveAddresses(
  tx: Queryable,
  { environmentId, id }: Erasure,
  addresses: readonly string[],
): Promise<void> {
  const sealed = tx.secrets.seal(placeOfAddresses(environmentId, { id }), JSON.stringify(addresses));
  await tx.query(sql`
    update erasures set addresses_sealed = ${sealed} where environment_id = ${environmentId} and id = ${id}`);
}

/** Deletes the row: the last trace of the subscriber. */
export async function endErasure(tx: Queryable, { environmentId, id }: Erasure): Promise<void> {
  await tx.query(sql`delete from erasures where environment_id = ${environmentId} and id = ${id}`);
}
