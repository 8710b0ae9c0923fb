import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { RetentionRule } from "../database/purge.ts";
import type { SealedColumn } from "../database/seal-anew.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import { type Keyring, open, seal } from "../foundation/secrets.ts";
import { addressMark } from "./address-mark.ts";
import type { ApiResponse, ExecutedResponse, IdempotentRequest } from "./idempotent-request.ts";

const STORED_FOR = "24 hours";

/** A response with the fingerprint of its request. */
export type StoredResponse = ApiResponse & {
  fingerprint: Buffer;
  /** The response contained a subscriber that has been deleted since; its body is erased. */
  isErased: boolean;
};
type Row = { at: number; fingerprint: Buffer; status: number; sealed: string };

export const SEALED_RESPONSES: SealedColumn = {
  table: "stored_responses",
  column: "response_sealed",
  idColumn: "idempotency_key",
  word: "answer",
};

/** All SQL of stored responses. Only here are they sealed and opened. */
export type StoredResponseStore = ReturnType<typeof createStoredResponseStore>;

export function createStoredResponseStore(keyring: Keyring) {
  const place = (environmentId: string, key: string) => `${environmentId}|${SEALED_RESPONSES.word}|${key}`;
  return {
    /**
     * Locks the keys until the transaction ends, without waiting.
     * @returns the requests whose key was not locked by another transaction.
     */
    async lockAll(tx: Queryable, requests: readonly IdempotentRequest[]): Promise<Set<IdempotentRequest>> {
      const names = requests.map(({ environmentId, key }) => place(environmentId, key));
      const locks = await tx.query<{ isHeld: boolean }>(sql`
        select pg_try_advisory_xact_lock(hashtextextended(name, 0)) as "isHeld"
        from unnest(${names}::text[]) with ordinality as requested(name, at) order by at`);
      return new Set(requests.filter((_, index) => locks[index]?.isHeld === true));
    },

    /**
     * Finds the stored responses of requests whose keys are locked. This is a separate statement: one that also took
     * the
     * locks would read a snapshot from before the locks, and miss the commit of a duplicate.
     */
    async findAll(
      tx: Queryable,
      requests: readonly IdempotentRequest[],
    ): Promise<Map<IdempotentRequest, StoredResponse>> {
      if (requests.length === 0) return new Map();
      const [environmentIds, keys] = [
        requests.map(({ environmentId }) => environmentId),
        requests.map(({ key }) => key),
      ];
      const rows = await tx.query<Row>(sql`
        select requested.at::integer as at, k.fingerprint, k.status, k.response_sealed as sealed
        from unnest(${environmentIds}::text[], ${keys}::text[]) with ordinality as requested(environment_id, key, at)
        join stored_responses k on k.environment_id = requested.environment_id and k.idempotency_key = requested.key
        where k.expires_at > clock_timestamp()`);
      return new Map(
        rows.map(({ at, fingerprint, status, sealed }) => {
          const request = requests[at - 1] as IdempotentRequest;
          const isErased = sealed === ERASED;
          const body = isErased ? "" : open(keyring, place(request.environmentId, request.key), sealed);
          return [request, { fingerprint, status, body, isErased }];
        }),
      );
    },

    /**
     * Stores responses for 24 hours, replacing expired ones that are not purged yet. Complete bodies are stored: at
     * most
     * 4 MiB each (`execute-once.ts`). With a pointer to the resource instead, a replay would return its current state.
     */
    async saveAll(
      tx: Queryable,
      kept: readonly { request: IdempotentRequest; response: ExecutedResponse }[],
    ): Promise<void> {
      if (kept.length === 0) return;
      const rows = kept.map(({ request: { environmentId, key, fingerprint }, response }) => ({
        environmentId,
        key,
        fingerprint: fingerprint.toString("hex"),
        status: response.status,
        sealed: seal(keyring, place(environmentId, key), response.body),
        subscriberIds: response.subjects.length > 0 ? response.subjects : null,
      }));
      await tx.query(sql`
        insert into stored_responses (environment_id, idempotency_key, fingerprint, status, response_sealed, subscriber_ids,
          expires_at)
        select x."environmentId", x.key, decode(x.fingerprint, 'hex'), x.status, x.sealed, x."subscriberIds",
          clock_timestamp() + ${STORED_FOR}::interval
        from json_to_recordset(${JSON.stringify(rows)}) as x(
          "environmentId" text, key text, fingerprint text, status integer, sealed text, "subscriberIds" text[])
        order by x."environmentId", x.key
        on conflict (environment_id, idempotency_key) do update set fingerprint = excluded.fingerprint,
          status = excluded.status, response_sealed = excluded.response_sealed, subscriber_ids = excluded.subscriber_ids,
          expires_at = excluded.expires_at`);
    },
  };
}

/** Stored in place of an erased response. */
const ERASED = "";

/**
 * Erases the responses from before this moment that show a deleted subscriber or may show one of its addresses. Their keys stay in
 * use.
 */
export async function eraseResponses(
  tx: Queryable,
  environmentId: string,
  {
    subscriberKey,
    addresses,
    until,
  }: { subscriberKey: SubscriberKey; addresses: readonly string[]; until: Date },
): Promise<void> {
  await tx.query(sql`
    update stored_responses set response_sealed = ${ERASED}, subscriber_ids = null
    where environment_id = ${environmentId} and subscriber_ids && ${[subscriberKey, ...addresses.map(addressMark)]}::text[]
      and expires_at <= ${until}::timestamptz + ${STORED_FOR}::interval`);
}

/** Deletes expired responses. */
export const STORED_RESPONSES: RetentionRule = { name: "answers", purge: purgeResponses };

async function purgeResponses(database: Queryable, limit: number): Promise<number> {
  const [gone] = await database.query<{ count: number }>(sql`
    with expired as (
      select environment_id, idempotency_key from stored_responses
      where expires_at <= now() order by expires_at limit ${limit} for update skip locked
    ), gone as (
      delete from stored_responses k using expired e
      where k.environment_id = e.environment_id and k.idempotency_key = e.idempotency_key returning 1
    )
    select count(*)::int as count from gone`);
  return gone?.count ?? 0;
}
