import sql from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import { type Keyring, open, seal } from "../foundation/secrets.ts";
import type { Answer, Ticket } from "./execute-once.ts";

const KEPT_FOR = "24 hours";

/** An answer with the fingerprint of the request it belongs to. */
export type KeptAnswer = Answer & { fingerprint: Buffer };
type Row = { fingerprint: Buffer; status: number; sealed: string };

/** All SQL of kept answers, and the only place where they are sealed and opened. */
export type KeptAnswerStore = ReturnType<typeof createKeptAnswerStore>;

export function createKeptAnswerStore(keyring: Keyring) {
  const place = (environmentId: string, key: string) => `${environmentId}|answer|${key}`;
  return {
    /** True: until the transaction ends nobody else executes under this key. False: somebody does, and is not waited for. */
    async hold(tx: Queryable, environmentId: string, key: string): Promise<boolean> {
      const [lock] = await tx.query<{ isHeld: boolean }>(sql`
        select pg_try_advisory_xact_lock(hashtextextended(${place(environmentId, key)}, 0)) as "isHeld"`);
      return lock?.isHeld === true;
    },

    /**
     * A statement of its own: one that took the lock as well would look at the table as it was before the lock, and miss
     * what a twin committed in between.
     */
    async find(tx: Queryable, environmentId: string, key: string): Promise<KeptAnswer | undefined> {
      const [row] = await tx.query<Row>(sql`
        select fingerprint, status, answer_sealed as sealed from kept_answers
        where environment_id = ${environmentId} and idempotency_key = ${key} and expires_at > clock_timestamp()`);
      if (!row) return undefined;
      const { fingerprint, status, sealed } = row;
      return { fingerprint, status, body: open(keyring, place(environmentId, key), sealed) };
    },

    /** Takes the place of an expired answer that is not purged yet. */
    async keep(tx: Queryable, { environmentId, key, fingerprint }: Ticket, answer: Answer): Promise<void> {
      // Whole, whatever its size: answers to writes are records and outcomes, at most about what the request brought
      // (4 MiB). A pointer to the resource instead would tell what became of it since, which is no replay.
      const sealed = seal(keyring, place(environmentId, key), answer.body);
      await tx.query(sql`
        insert into kept_answers (environment_id, idempotency_key, fingerprint, status, answer_sealed, expires_at)
        values (${environmentId}, ${key}, ${fingerprint}, ${answer.status}, ${sealed},
          clock_timestamp() + ${KEPT_FOR}::interval)
        on conflict (environment_id, idempotency_key) do update set fingerprint = excluded.fingerprint,
          status = excluded.status, answer_sealed = excluded.answer_sealed, expires_at = excluded.expires_at`);
    },
  };
}

/** Deletes expired answers of all environments, at most `limit` of them; tells how many. */
export async function purgeAnswers(database: Queryable, limit: number): Promise<number> {
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
