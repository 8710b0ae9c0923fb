import type { Queryable } from "../database/database.ts";
import { hashApiKey } from "../environments/api-key.ts";
import { findKey } from "../environments/api-key-store.ts";
import type { KeyUses } from "../environments/key-uses.ts";
import { AppError } from "../foundation/app-error.ts";
import type { Caller } from "./caller.ts";
import type { WrongKeys } from "./wrong-keys.ts";

/**
 * Whose request this is, from an address (see `client-address.ts`).
 * @throws AppError unauthorized, which repeats nothing of the header, since answers end in logs; or too_many.
 */
export type Authenticate = (authorization: string | undefined, address: string) => Promise<Caller>;

/**
 * A key that was right is believed this long after the database was asked, so that every process refuses a revoked one
 * within 5 s, the time of the look-up included.
 */
const BELIEVED_MS = 4_000;
const MOST_KNOWN = 10_000;

export type AuthenticateParts = {
  database: Queryable;
  wrongKeys: WrongKeys;
  keyUses: KeyUses;
  nowMs: () => number;
};

type Known = { caller: Caller; untilMs: number; endsAtMs: number };

/**
 * Keys that were right stay known after they are no longer believed: the database is asked about them whatever else
 * their address has tried, so that nobody behind the same NAT can lock them out. One that is no longer right is
 * forgotten. A key that has expired stays known too, so that it is refused without asking each time.
 */
export function createAuthenticate(parts: AuthenticateParts): Authenticate {
  const { database, wrongKeys, keyUses, nowMs } = parts;
  const known = new Map<string, Known>();
  const lookUp = async (key: string): Promise<Known | undefined> => {
    const askedAtMs = nowMs();
    const found = await findKey(database, hashApiKey(key));
    if (!found) return undefined;
    const { environment, key: used, endsInMs } = found;
    const endsAtMs = askedAtMs + (endsInMs ?? Number.POSITIVE_INFINITY);
    return { caller: { environment, key: used }, untilMs: askedAtMs + BELIEVED_MS, endsAtMs };
  };
  const find = async (key: string, address: string): Promise<Known> => {
    const last = known.get(key);
    if (last && last.untilMs > nowMs()) return last;
    const found = last ? await lookUp(key) : await wrongKeys.attempt(address, () => lookUp(key));
    known.delete(key);
    if (!found) throw new AppError("unauthorized", "API Key not found");
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value as string);
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
    throw new AppError("unauthorized", "Invalid authentication scheme; the header says: ApiKey <API_KEY>");
  }
  if (key.trim() === "") throw new AppError("unauthorized", "Unauthorized");
  return key.trim();
}
