import type { Queryable } from "../database/database.ts";
import { hashApiKey, type UsedKey } from "../environments/api-key.ts";
import { findKey } from "../environments/api-key-store.ts";
import type { KeyUses } from "../environments/key-uses.ts";
import type { KeysInUse } from "../environments/keys-in-use.ts";
import { AppError } from "../foundation/app-error.ts";
import { SHARE, type Share } from "../foundation/share.ts";
import { shareWork } from "../foundation/share-work.ts";
import type { Caller } from "./caller.ts";
import type { WrongKeys } from "./wrong-keys.ts";

/**
 * Finds the caller by the authorization header. `address` is the client's (see `client-address.ts`).
 * @throws AppError unauthorized, without any part of the header, since responses end up in logs; or too_many.
 */
export type Authenticate = (authorization: string | undefined, address: string) => Promise<KeyCaller>;
export type KeyCaller = Caller & { readonly key: UsedKey };

/**
 * Valid keys are cached this long after the query was sent, so that every process refuses a revoked key within 5 s, the
 * time of the query included.
 */
const CACHED_MS = 4_000;
const MAX_KNOWN = 10_000;

export type AuthenticateParts = {
  /** The database for the look-ups of a share. */
  databaseOf: (share: Share) => Queryable;
  wrongKeys: WrongKeys;
  /** Whether the database knows the key as one that was used before. */
  isInUse: KeysInUse;
  keyUses: KeyUses;
  nowMs: () => number;
};

type CachedKey = { caller: KeyCaller; untilMs: number; endsAtMs: number };

/**
 * A key that was valid stays in the map after its cache time: it is checked again in the database even when its address
 * has tried too many wrong keys, so that another client behind the same NAT cannot lock it out; so is a key that the database
 * knows as used, which this process has not seen since its start. The re-check waits in the share of known keys of its
 * environment, behind no stranger, and calls with one key share it. A key that is no longer valid is removed. An expired key
 * stays, so that it is refused without a query each time.
 */
export function createAuthenticate(parts: AuthenticateParts): Authenticate {
  const { databaseOf, wrongKeys, isInUse, keyUses, nowMs } = parts;
  const known = new Map<string, CachedKey>();
  const lookUp = async (key: string, share: Share): Promise<CachedKey | undefined> => {
    const sentAtMs = nowMs();
    const found = await findKey(databaseOf(share), hashApiKey(key));
    if (!found) return undefined;
    const { environment, key: used, endsInMs } = found;
    const endsAtMs = sentAtMs + (endsInMs ?? Number.POSITIVE_INFINITY);
    return { caller: { environment, key: used }, untilMs: sentAtMs + CACHED_MS, endsAtMs };
  };
  const check = shareWork(lookUp);
  const first = (key: string, address: string) =>
    wrongKeys.attempt(
      address,
      () => check(key, SHARE.stranger(address)),
      () => isInUse(hashApiKey(key)),
    );
  const find = async (key: string, address: string): Promise<CachedKey> => {
    const last = known.get(key);
    if (last && last.untilMs > nowMs()) return last;
    const found = last
      ? await check(key, SHARE.known(last.caller.environment.id))
      : await first(key, address);
    known.delete(key);
    if (!found) throw new AppError("unauthorized", "API Key not found");
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value as string);
    known.set(key, found);
    return found;
  };
  return async (authorization, address) => {
    const { caller, endsAtMs } = await find(keyOf(authorization), address);
    if (endsAtMs <= nowMs()) throw new AppError("unauthorized", "The API key has expired");
    keyUses.note(caller.environment.id, caller.key.id);
    return caller;
  };
}

function keyOf(authorization: string | undefined): string {
  if (authorization === undefined) throw new AppError("unauthorized", "Missing authorization header");
  const [scheme = "", key = ""] = authorization.split(/ +(.*)/s);
  if (scheme === "Bearer") throw new AppError("unauthorized", "Unauthorized");
  if (scheme !== "ApiKey") {
    throw new AppError(
      "unauthorized",
      "Invalid authentication scheme; send: Authorization: ApiKey <API_KEY>",
    );
  }
  if (key.trim() === "") throw new AppError("unauthorized", "Unauthorized");
  return key.trim();
}
