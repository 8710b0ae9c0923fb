import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { RetentionRule } from "../database/purge.ts";
import type { SealedColumn } from "../database/seal-anew.ts";
import type { ApiKey, UsedKey } from "./api-key.ts";
import type { Environment } from "./environment.ts";

const COLUMNS = raw(`
  id, name, hint, scopes, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"`);
const LISTED_AFTER_END = raw("interval '720 hours'");

/** A key's environment and scopes. `endsInMs` is negative once the key has expired, and null if it never expires. */
export type FoundKey = { environment: Environment; key: UsedKey; endsInMs: number | null };
type FoundRow = Environment & { keyId: string; scopes: UsedKey["scopes"]; endsInMs: number | null };

/**
 * Finds the environment and scopes of a key that is not revoked; the caller checks `endsInMs`. Like a worker's claim,
 * this statement is not limited to one environment.
 */
export async function findKey(database: Queryable, keyHash: Buffer): Promise<FoundKey | undefined> {
  const [row] = await database.query<FoundRow>(sql`
    select e.id, e.organization_id as "organizationId", e.name, e.is_test as "isTest", e.created_at as "createdAt",
      e.default_zone as "defaultZone",
      k.id as "keyId", k.scopes, (extract(epoch from k.expires_at - now()) * 1000)::float8 as "endsInMs"
    from api_keys k join environments e on e.id = k.environment_id and e.deleted_at is null
    where k.key_hash = ${keyHash} and k.revoked_at is null`);
  if (!row) return undefined;
  const { keyId, scopes, endsInMs, ...environment } = row;
  return { environment, key: { id: keyId, scopes }, endsInMs };
}

/** More keys are not remembered: those that were used last. */
const MAX_IN_USE = 10_000;

/** The hashes of valid keys that were used, the last used first. The statement is not limited to one environment. */
export async function listHashesInUse(database: Queryable): Promise<Buffer[]> {
  const rows = await database.query<{ hash: Buffer }>(sql`
    select k.key_hash as hash from api_keys k join environments e on e.id = k.environment_id and e.deleted_at is null
    where k.last_used_at is not null and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    order by k.last_used_at desc limit ${MAX_IN_USE}`);
  return rows.map(({ hash }) => hash);
}

/** The environment a key belongs to; `isOver` if the key was revoked or expired, or the environment was deleted. */
export type KeyOwner = { environmentId: string; environmentName: string; isOver: boolean };

/** The environment of a key, also of one that has ended; undefined for an unknown key. */
export async function findKeyOwner(database: Queryable, keyHash: Buffer): Promise<KeyOwner | undefined> {
  const [owner] = await database.query<KeyOwner>(sql`
    select e.id as "environmentId", e.name as "environmentName", e.deleted_at is not null or k.revoked_at is not null
      or coalesce(k.expires_at <= now(), false) as "isOver"
    from api_keys k join environments e on e.id = k.environment_id
    where k.key_hash = ${keyHash}`);
  return owner;
}

/** Newest first. Includes keys that expired less than 30 days ago, but no revoked ones. */
export function listApiKeys(database: Queryable, environmentId: string): Promise<ApiKey[]> {
  return database.query<ApiKey>(sql`
    select ${COLUMNS} from api_keys
    where environment_id = ${environmentId} and revoked_at is null
      and (expires_at is null or expires_at > now() - ${LISTED_AFTER_END})
    order by id desc`);
}

/** What a person knows a key by; undefined if it does not exist any more. */
export async function findKeyName(
  database: Queryable,
  environmentId: string,
  id: string,
): Promise<Pick<ApiKey, "name" | "hint"> | undefined> {
  const [key] = await database.query<Pick<ApiKey, "name" | "hint">>(sql`
    select name, hint from api_keys where environment_id = ${environmentId} and id = ${id}`);
  return key;
}

/** A key with its environment, for the operator's commands. */
export type OwnedKey = ApiKey & { environmentId: string; environmentName: string };

/** Like `listApiKeys`, for all environments. */
export function listKeysOfAll(database: Queryable): Promise<OwnedKey[]> {
  return database.query<OwnedKey>(sql`
    select k.id, k.name, k.hint, k.scopes, k.created_at as "createdAt", k.expires_at as "expiresAt",
      k.last_used_at as "lastUsedAt", e.id as "environmentId", e.name as "environmentName"
    from environments e join api_keys k on k.environment_id = e.id
    where e.deleted_at is null and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now() - ${LISTED_AFTER_END})
    order by e.id, k.id desc`);
}

/** Locks a key until the transaction ends. Undefined if there is no such key, or it was revoked or has expired. */
export async function lockApiKey(
  tx: Queryable,
  environmentId: string,
  id: string,
): Promise<ApiKey | undefined> {
  const [key] = await tx.query<ApiKey>(sql`
    select ${COLUMNS} from api_keys
    where environment_id = ${environmentId} and id = ${id} and revoked_at is null
      and (expires_at is null or expires_at > now())
    for update`);
  return key;
}

/**
 * Prevents other transactions from adding keys to the environment until this one ends.
 * @returns the number of valid keys.
 */
export async function lockAndCountKeys(tx: Queryable, environmentId: string): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys|${environmentId}`}, 0))`);
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::integer as count from api_keys
    where environment_id = ${environmentId} and revoked_at is null and (expires_at is null or expires_at > now())`);
  return row?.count ?? 0;
}

/** A key as it is stored: with its hash, for look-ups, and the key itself, sealed. */
export type StoredKey = Omit<ApiKey, "createdAt" | "lastUsedAt"> & { keyHash: Buffer; keySealed: string };

/** @returns the stored record, with its creation time. */
export async function insertApiKey(
  database: Queryable,
  environmentId: string,
  key: StoredKey,
): Promise<ApiKey> {
  const [stored] = await database.query<ApiKey>(sql`
    insert into api_keys (environment_id, id, key_hash, key_sealed, hint, name, scopes, expires_at)
    values (${environmentId}, ${key.id}, ${key.keyHash}, ${key.keySealed}, ${key.hint}, ${key.name},
      ${key.scopes}, ${key.expiresAt})
    returning ${COLUMNS}`);
  return stored as ApiKey;
}

/** Sets the moment from which on the key is refused. */
export async function setKeyEnd(
  tx: Queryable,
  environmentId: string,
  { id, expiresAt }: { id: string; expiresAt: Date },
): Promise<void> {
  await tx.query(sql`
    update api_keys set expires_at = ${expiresAt} where environment_id = ${environmentId} and id = ${id}`);
}

/** Revokes the key. @returns false if there is no such key, or it was revoked before. */
export async function revokeApiKey(database: Queryable, environmentId: string, id: string): Promise<boolean> {
  const revoked = await database.query(sql`
    update api_keys set revoked_at = now(), expires_at = least(expires_at, now())
    where environment_id = ${environmentId} and id = ${id} and revoked_at is null returning id`);
  return revoked.length === 1;
}

/** Sets `last_used_at` to now for keys of any environments. */
export async function saveKeyUses(
  database: Queryable,
  uses: readonly { environmentId: string; keyId: string }[],
): Promise<void> {
  await database.query(sql`
    update api_keys k set last_used_at = now()
    from json_to_recordset(${JSON.stringify(uses)}) as x("environmentId" text, "keyId" text)
    where k.environment_id = x."environmentId" and k.id = x."keyId"`);
}

export const SEALED_KEYS: SealedColumn = {
  table: "api_keys",
  column: "key_sealed",
  idColumn: "id",
  word: "api-key",
};

/** The place that a sealed API key is bound to: it cannot be opened for another place. */
export function sealPlace(environmentId: string, keyId: string): string {
  return `${environmentId}|${SEALED_KEYS.word}|${keyId}`;
}

/** A valid key with the scope `manage`, in clear text: the hashes of inbox sessions are made with it. */
export type SigningKey = { id: string; apiKey: string };

/** Oldest first. */
export async function findSigningKeys(database: Queryable, environmentId: string): Promise<SigningKey[]> {
  const rows = await database.query<{ id: string; keySealed: string }>(sql`
    select id, key_sealed as "keySealed" from api_keys
    where environment_id = ${environmentId} and revoked_at is null and (expires_at is null or expires_at > now())
      and 'manage' = any(scopes)
    order by id`);
  return rows.map(({ id, keySealed }) => ({
    id,
    apiKey: database.secrets.open(sealPlace(environmentId, id), keySealed),
  }));
}

/** Any sealed key, to check whether the process's encryption keys can open it. */
export async function findSealedKey(
  database: Queryable,
): Promise<{ place: string; text: string } | undefined> {
  const rows = await database.query<{ environmentId: string; id: string; text: string }>(sql`
    select environment_id as "environmentId", id, key_sealed as text from api_keys order by id desc limit 1`);
  return rows[0] && { place: sealPlace(rows[0].environmentId, rows[0].id), text: rows[0].text };
}

/** Deletes keys 30 days after they expired or were revoked. */
export const ENDED_KEYS: RetentionRule = {
  name: "API keys that have ended",
  purge: async (database, limit) => {
    const gone = await database.query(sql`
      delete from api_keys where (environment_id, id) in (
        select environment_id, id from api_keys where expires_at < now() - ${LISTED_AFTER_END}
        limit ${limit} for update skip locked)
      returning id`);
    return gone.length;
  },
};
