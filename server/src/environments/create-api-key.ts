import type { KeyScope } from "@tidings/contract";
import type { Queryable } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { newId } from "../foundation/id.ts";
import { type ApiKey, generateApiKey, hashApiKey, hintOf } from "./api-key.ts";
import { insertApiKey, lockAndCountKeys, lockApiKey, sealPlace, setKeyEnd } from "./api-key-store.ts";

export const MAX_KEYS = 100;
const OLD_KEY_VALID_MS = 24 * 3_600_000;

export type NewKey = {
  name?: string | undefined;
  scopes: readonly KeyScope[];
  /** Null if the key never expires. */
  expiresAt: Date | null;
  /** The key itself; random if omitted. */
  apiKey?: string | undefined;
  now: Date;
};

/** A new key. Afterwards the key itself cannot be read again. */
export type MadeKey = { key: ApiKey; apiKey: string };

/**
 * Adds a key to an environment. Stores its hash and the sealed key itself, because the signatures of the inbox are made
 * with it.
 * @throws AppError bad_request if the environment already has 100 valid keys.
 */
export async function createApiKey(tx: Queryable, environmentId: string, newKey: NewKey): Promise<MadeKey> {
  if ((await lockAndCountKeys(tx, environmentId)) >= MAX_KEYS) {
    throw new AppError("bad_request", `An environment has at most ${MAX_KEYS} API keys; revoke one first`);
  }
  const { name = null, scopes, expiresAt, apiKey = generateApiKey(), now } = newKey;
  const id = newId(now.getTime());
  const keySealed = tx.secrets.seal(sealPlace(environmentId, id), apiKey);
  const keyHash = hashApiKey(apiKey);
  const stored = {
    id,
    name,
    hint: hintOf(apiKey),
    scopes: withoutDuplicates(scopes),
    expiresAt,
    keyHash,
    keySealed,
  };
  return { key: await insertApiKey(tx, environmentId, stored), apiKey };
}

const withoutDuplicates = (scopes: readonly KeyScope[]) => [...new Set(scopes)];

export type Rotation = {
  keyId: string;
  /** The old key stays valid until this moment; 24 hours if omitted. */
  oldKeyExpiresAt?: Date | undefined;
  /** The new key's expiry; if omitted, the new key is valid for as long as the old one was from its creation. */
  expiresAt?: Date | undefined;
  now: Date;
};

/**
 * Creates a key with the name and scopes of an old one. Both are valid until the old key's new expiry.
 * @returns undefined if there is no such key, or it was revoked or has expired.
 */
export async function rotateApiKey(
  tx: Queryable,
  environmentId: string,
  { keyId, oldKeyExpiresAt, expiresAt, now }: Rotation,
): Promise<(MadeKey & { replaces: ApiKey }) | undefined> {
  const old = await lockApiKey(tx, environmentId, keyId);
  if (!old) return undefined;
  const newKey = { name: old.name ?? undefined, scopes: old.scopes, now };
  const made = await createApiKey(tx, environmentId, {
    ...newKey,
    expiresAt: expiresAt ?? endLike(old, now),
  });
  const end = earlier(old.expiresAt, oldKeyExpiresAt ?? new Date(now.getTime() + OLD_KEY_VALID_MS));
  await setKeyEnd(tx, environmentId, { id: keyId, expiresAt: end });
  return { ...made, replaces: { ...old, expiresAt: end } };
}

function endLike({ createdAt, expiresAt }: ApiKey, now: Date): Date | null {
  return expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
}

function earlier(one: Date | null, other: Date): Date {
  return one && one < other ? one : other;
}
