import type { KeyScope } from "@tidings/contract";
import type { Queryable } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { newId } from "../foundation/id.ts";
import { type ApiKey, generateApiKey, hashApiKey, hintOf } from "./api-key.ts";
import { countKeysAlone, insertApiKey, lockApiKey, sealPlace, setKeyEnd } from "./api-key-store.ts";

export const MOST_KEYS = 100;
const OLD_KEY_LIVES_MS = 24 * 3_600_000;

export type NewKey = {
  name?: string | undefined;
  scopes: readonly KeyScope[];
  /** Null is never. */
  expiresAt: Date | null;
  /** A chosen key instead of a random one. */
  apiKey?: string | undefined;
  now: Date;
};

/** A key that was just made: the only time that the key itself is known. */
export type MadeKey = { key: ApiKey; apiKey: string };

/**
 * Adds a key to an environment. Stored are its hash and, sealed, the key itself, because the inbox's signatures are made
 * with it.
 * @throws AppError bad_request where the environment has as many keys as it may have.
 */
export async function createApiKey(tx: Queryable, environmentId: string, wanted: NewKey): Promise<MadeKey> {
  if ((await countKeysAlone(tx, environmentId)) >= MOST_KEYS) {
    throw new AppError("bad_request", `An environment has at most ${MOST_KEYS} API keys; revoke one first`);
  }
  const { name = null, scopes, expiresAt, apiKey = generateApiKey(), now } = wanted;
  const id = newId(now.getTime());
  const keySealed = tx.secrets.seal(sealPlace(environmentId, id), apiKey);
  const keyHash = hashApiKey(apiKey);
  const stored = {
    id,
    name,
    hint: hintOf(apiKey),
    scopes: withoutTwins(scopes),
    expiresAt,
    keyHash,
    keySealed,
  };
  return { key: await insertApiKey(tx, environmentId, stored), apiKey };
}

const withoutTwins = (scopes: readonly KeyScope[]) => [...new Set(scopes)];

export type Rotation = {
  keyId: string;
  /** Until when the old key stays valid; 24 hours when left out. */
  oldKeyExpiresAt?: Date | undefined;
  /** The end of the new key; when left out it lives as long as the old one was to live. */
  expiresAt?: Date | undefined;
  now: Date;
};

/**
 * A new key with the name and the scopes of an old one, which gets an end: both are valid until then.
 * @returns undefined when there is no such key, or it has ended.
 */
export async function rotateApiKey(
  tx: Queryable,
  environmentId: string,
  { keyId, oldKeyExpiresAt, expiresAt, now }: Rotation,
): Promise<(MadeKey & { replaces: ApiKey }) | undefined> {
  const old = await lockApiKey(tx, environmentId, keyId);
  if (!old) return undefined;
  const wanted = { name: old.name ?? undefined, scopes: old.scopes, now };
  const made = await createApiKey(tx, environmentId, {
    ...wanted,
    expiresAt: expiresAt ?? endLike(old, now),
  });
  const end = earlier(old.expiresAt, oldKeyExpiresAt ?? new Date(now.getTime() + OLD_KEY_LIVES_MS));
  await setKeyEnd(tx, environmentId, { id: keyId, expiresAt: end });
  return { ...made, replaces: { ...old, expiresAt: end } };
}

function endLike({ createdAt, expiresAt }: ApiKey, now: Date): Date | null {
  return expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
}

function earlier(one: Date | null, other: Date): Date {
  return one && one < other ? one : other;
}
