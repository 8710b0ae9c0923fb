import sql, { raw } from "sql-template-tag";
import type { Queryable } from "../database/database.ts";
import type { RetentionRule } from "../database/purge.ts";
import type { SealedColumn } from "../database/seal-anew.ts";
import type { ApiKey, UsedKey } from "./api-key.ts";
import type { Environment } from "./environment.ts";

const COLUMNS = raw(`
  id, name, hint, scopes, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"`);
const KEPT_AFTER_END = raw("interval '30 days'");

/** What a key opens. `endsInMs` is negative once the key has expired, and null where it has no end. */
export type FoundKey = { environment: Environment; key: UsedKey; endsInMs: number | null };
type FoundRow = Environment & { keyId: string; scopes: UsedKey["scopes"]; endsInMs: number | null };

/** What a key opens. Like the worker's claim, this asks before any environment is known. */
export async function findKey(database: Queryable, keyHash: Buffer): Promise<FoundKey | undefined> {
  const [row] = await database.query<FoundRow>(sql`
    select e.id, e.organization_id as "organizationId", e.name, e.is_test as "isTest", e.created_at as "createdAt",
      k.id as "keyId", k.scopes, (extract(epoch from k.expires_at - now()) * 1000)::float8 as "endsInMs"
    from api_keys k join environments e on e.id = k.environment_id and e.deleted_at is null
    where k.key_hash = ${keyHash} and k.revoked_at is null`);
  if (!row) return undefined;
  const { keyId, scopes, endsInMs, ...environment } = row;
  return { environment, key: { id: keyId, scopes }, endsInMs };
}

/** To which environment a key belongs, or once belonged. */
export type KeyOwner = { environmentId: string; environmentName: string; isOver: boolean };

export async function findKeyOwner(database: Queryable, keyHash: Buffer): Promise<KeyOwner | undefined> {
  const [owner] = await database.query<KeyOwner>(sql`
    select e.id as "environmentId", e.name as "environmentName", e.deleted_at is not null or k.revoked_at is not null
      or coalesce(k.expires_at <= now(), false) as "isOver"
    from api_keys k join environments e on e.id = k.environment_id
    where k.key_hash = ${keyHash}`);
  return owner;
}

/** The newest first, without revoked ones. */
export function listApiKeys(database: Queryable, environmentId: string): Promise<ApiKey[]> {
  return database.query<ApiKey>(sql`
    select ${COLUMNS} from api_keys
    where environment_id = ${environmentId} and revoked_at is null
      and (expires_at is null or expires_at > now() - ${KEPT_AFTER_END})
    order by id desc`);
}

/** A key with the environment that it opens, for an operator's command. */
export type OwnedKey = ApiKey & { environmentId: string; environmentName: string };

/** Those of all environments, as `listApiKeys` lists them. */
export function listKeysOfAll(database: Queryable): Promise<OwnedKey[]> {
  return database.query<OwnedKey>(sql`
    select k.id, k.name, k.hint, k.scopes, k.created_at as "createdAt", k.expires_at as "expiresAt",
      k.last_used_at as "lastUsedAt", e.id as "environmentId", e.name as "environmentName"
    from environments e join api_keys k on k.environment_id = e.id
    where e.deleted_at is null and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now() - ${KEPT_AFTER_END})
    order by e.id, k.id desc`);
}

/** Holds one key until the transaction ends; undefined where there is none or it has expired. */
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

/** Lets no other key be made in the environment until the transaction ends. @returns how many are valid. */
export async function countKeysAlone(tx: Queryable, environmentId: string): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys|${environmentId}`}, 0))`);
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::integer as count from api_keys
    where environment_id = ${environmentId} and revoked_at is null and (expires_at is null or expires_at > now())`);
  return row?.count ?? 0;
}

/** How a key is stored: the hash it is looked up by, and the key itself, sealed. */
export type StoredKey = Omit<ApiKey, "createdAt" | "lastUsedAt"> & { keyHash: Buffer; keySealed: string };

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

export async function setKeyEnd(
  tx: Queryable,
  environmentId: string,
  { id, expiresAt }: { id: string; expiresAt: Date },
): Promise<void> {
  await tx.query(sql`
    update api_keys set expires_at = ${expiresAt} where environment_id = ${environmentId} and id = ${id}`);
}

/** From now on the key is refused. False when there is no such key. */
export async function revokeApiKey(database: Queryable, environmentId: string, id: string): Promise<boolean> {
  const revoked = await database.query(sql`
    update api_keys set revoked_at = now(), expires_at = least(expires_at, now())
    where environment_id = ${environmentId} and id = ${id} and revoked_at is null returning id`);
  return revoked.length === 1;
}

/** Keys that are used at this moment, in any environments. */
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

/** What a sealed API key is bound to. */
export function sealPlace(environmentId: string, keyId: string): string {
  return `${environmentId}|${SEALED_KEYS.word}|${keyId}`;
}

/** Any sealed key, for trying whether the process's own keys can open it. */
export async function findSealedKey(
  database: Queryable,
): Promise<{ place: string; text: string } | undefined> {
  const rows = await database.query<{ environmentId: string; id: string; text: string }>(sql`
    select environment_id as "environmentId", id, key_sealed as text from api_keys order by id desc limit 1`);
  return rows[0] && { place: sealPlace(rows[0].environmentId, rows[0].id), text: rows[0].text };
}

/** Keys that ended 30 days ago. */
export const ENDED_KEYS: RetentionRule = {
  name: "API keys that have ended",
  purge: async (database, limit) => {
    const gone = await database.query(sql`
      delete from api_keys where (environment_id, id) in (
        select environment_id, id from api_keys where expires_at < now() - ${KEPT_AFTER_END}
        limit ${limit} for update skip locked)
      returning id`);
    return gone.length;
  },
};
