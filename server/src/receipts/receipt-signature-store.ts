import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { RetentionRule } from "../database/purge.ts";

/** A signature is accepted for 5 minutes before and after its time (`providers/receipts/signatures.ts`). */
const REMEMBERED_FOR = "30 minutes";

/** Hashes (SHA-256) of a signature and of the events that came with it. */
type SignatureUse = { signatureHash: Buffer; eventsHash: Buffer };

/**
 * Remembers with which events a signature came first: one statement, in which concurrent requests wait for each other.
 * @returns whether these are the events.
 */
export async function rememberSignature(
  database: Queryable,
  environmentId: string,
  { signatureHash, eventsHash }: SignatureUse,
): Promise<boolean> {
  const [row] = await database.query<{ isSame: boolean }>(sql`
    insert into receipt_signatures as s (environment_id, signature_hash, events_hash, expires_at)
    values (${environmentId}, ${signatureHash}, ${eventsHash}, clock_timestamp() + ${REMEMBERED_FOR}::interval)
    on conflict (environment_id, signature_hash) do update set events_hash = s.events_hash
    returning s.events_hash = ${eventsHash}::bytea as "isSame"`);
  return row?.isSame === true;
}

/** Deletes the signatures that are too old to be accepted. */
export const RECEIPT_SIGNATURES: RetentionRule = { name: "signatures of receipts", purge };

async function purge(database: Queryable, limit: number): Promise<number> {
  const [gone] = await database.query<{ count: number }>(sql`
    with expired as (
      select environment_id, signature_hash from receipt_signatures
      where expires_at <= now() order by expires_at limit ${limit} for update skip locked
    ), gone as (
      delete from receipt_signatures s using expired e
      where s.environment_id = e.environment_id and s.signature_hash = e.signature_hash returning 1
    )
    select count(*)::int as count from gone`);
  return gone?.count ?? 0;
}
