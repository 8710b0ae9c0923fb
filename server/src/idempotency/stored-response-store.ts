import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { RetentionRule } from "../database/purge.ts";
import type { SealedColumn } from "../database/seal-anew.ts";
import { type Keyring, open, seal } from "../foundation/secrets.ts";
import type { Answer, IdempotentRequest } from "./idempotent-request.ts";

const STORED_FOR = "24 hours";

/** An answer with the fingerprint of the request it belongs to. */
export type StoredResponse = Answer & {
  fingerprint: Buffer;
  /** The answer named a subscriber that was deleted since; its body is gone. */
  isErased: boolean;
};
type Row = { at: number; fingerprint: Buffer; status: number; sealed: string };

export const SEALED_ANSWERS: SealedColumn = {
  table: "kept_answers",
  column: "answer_sealed",
  idColumn: "idempotency_key",
  word: "answer",
};

/** All SQL of kept answers, and the only place where they are sealed and opened. */
export type StoredResponseStore = ReturnType<typeof createStoredResponseStore>;

export function createStoredResponseStore(keyring: Keyring) {
  const place = (environmentId: string, key: string) => `${environmentId}|${SEALED_ANSWERS.word}|${key}`;
  return {
    /** Those under whose key nobody else executes until the transaction ends; somebody else's are not waited for. */
    async lockAll(tx: Queryable, requests: readonly IdempotentRequest[]): Promise<Set<IdempotentRequest>> {
      const names = requests.map(({ environmentId, key }) => place(environmentId, key));
      const locks = await tx.query<{ isHeld: boolean }>(sql`
        select pg_try_advisory_xact_lock(hashtextextended(name, 0)) as "isHeld"
        from unnest(${names}::text[]) with ordinality as requested(name, at) order by at`);
      return new Set(requests.filter((_, index) => locks[index]?.isHeld === true));
    },

    /**
     * A statement of its own: one that took the locks as well would look at the table as it was before the locks, and
     * miss what a twin committed in between.
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
        select requested.at::integer as at, k.fingerprint, k.status, k.answer_sealed as sealed
        from unnest(${environmentIds}::text[], ${keys}::text[]) with ordinality as requested(environment_id, key, at)
        join kept_answers k on k.environment_id = requested.environment_id and k.idempotency_key = requested.key
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
     * Takes the place of expired answers that are not purged yet. Whole: answers to writes are records
     * and outcomes, and one of more than 4 MiB was refused before (`execute-once.ts`). A pointer to the resource instead would tell
     * what became of it since, which is no replay.
     */
    async saveAll(
      tx: Queryable,
      kept: readonly { request: IdempotentRequest; answer: Answer }[],
    ): Promise<void> {
      if (kept.length === 0) return;
      const rows = kept.map(({ request: { environmentId, key, fingerprint }, answer }) => ({
        ...{ environmentId, key, fingerprint: fingerprint.toString("hex"), status: answer.status },
        sealed: seal(keyring, place(environmentId, key), answer.body),
        subscriberIds: subscriberIdsIn(answer.body),
      }));
      await tx.query(sql`
        insert into kept_answers (environment_id, idempotency_key, fingerprint, status, answer_sealed, subscriber_ids,
          expires_at)
        select x."environmentId", x.key, decode(x.fingerprint, 'hex'), x.status, x.sealed, x."subscriberIds",
          clock_timestamp() + ${STORED_FOR}::interval
        from json_to_recordset(${JSON.stringify(rows)}) as x(
          "environmentId" text, key text, fingerprint text, status integer, sealed text, "subscriberIds" text[])
        order by x."environmentId", x.key
        on conflict (environment_id, idempotency_key) do update set fingerprint = excluded.fingerprint,
          status = excluded.status, answer_sealed = excluded.answer_sealed, subscriber_ids = excluded.subscriber_ids,
          expires_at = excluded.expires_at`);
    },
  };
}

/** What stands in the place of an answer that was erased. */
const ERASED = "";

/** Subscribers that an answer shows, by the caller's ids; null where it shows none. Most answers do not: triggers'. */
function subscriberIdsIn(body: string): string[] | null {
  const ids = [...body.matchAll(/"subscriberId":("(?:[^"\\]|\\.)*")/g)].map(([, id = '""']) =>
    JSON.parse(id),
  );
  return ids.length > 0 ? [...new Set<string>(ids)] : null;
}

/** Erases the answers from before this moment that show a deleted subscriber. Their keys are not free again. */
export async function eraseAnswers(
  tx: Queryable,
  environmentId: string,
  { subscriberId, until }: { subscriberId: string; until: Date },
): Promise<void> {
  await tx.query(sql`
    update kept_answers set answer_sealed = ${ERASED}, subscriber_ids = null
    where environment_id = ${environmentId} and subscriber_ids && array[${subscriberId}]
      and expires_at <= ${until}::timestamptz + ${STORED_FOR}::interval`);
}

/** Answers, for the purge. */
export const STORED_RESPONSES: RetentionRule = { name: "answers", purge: purgeAnswers };

async function purgeAnswers(database: Queryable, limit: number): Promise<number> {
  const [gone] = await database.query<{ count: number }>(sql`
    with expired as (
      select environment_id, idempotency_key from kept_answers
      where expires_at <= now() order by expires_at limit ${limit} for update skip locked
    ), gone as (
      delete from kept_answers k using expired e
      where k.environment_id = e.environment_id and k.idempotency_key = e.idempotency_key returning 1
    )
    select count(*)::int as count from gone`);
  return gone?.count ?? 0;
}
