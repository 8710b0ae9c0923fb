import type { Queryable } from "../database/database.ts";
import { hashApiKey } from "../environments/api-key.ts";
import type { Environment } from "../environments/environment.ts";
import { findEnvironmentByKeyHash } from "../environments/environment-store.ts";
import { AppError } from "../foundation/app-error.ts";
import type { WrongKeys } from "./wrong-keys.ts";

/**
 * Whose request this is, from an address (see `client-address.ts`).
 * @throws AppError unauthorized, which repeats nothing of the header, since answers end in logs; or too_many.
 */
export type Authenticate = (authorization: string | undefined, address: string) => Promise<Environment>;

/** A key that was right is believed this long, so that a revoked one is refused everywhere soon after. */
const BELIEVED_MS = 5_000;
const MOST_KNOWN = 10_000;

export type AuthenticateParts = { database: Queryable; wrongKeys: WrongKeys; nowMs: () => number };

/**
 * Keys that were right stay known after they are no longer believed: the database is asked about them whatever else
 * their address has tried, so that nobody behind the same NAT can lock them out. One that is no longer right is
 * forgotten.
 */
export function createAuthenticate({ database, wrongKeys, nowMs }: AuthenticateParts): Authenticate {
  const known = new Map<string, { environment: Environment; untilMs: number }>();
  return async (authorization, address) => {
    const key = keyOf(authorization);
    const entry = known.get(key);
    if (entry && entry.untilMs > nowMs()) return entry.environment;
    const lookUp = () => findEnvironmentByKeyHash(database, hashApiKey(key));
    const environment = entry ? await lookUp() : await wrongKeys.attempt(address, lookUp);
    known.delete(key);
    if (!environment) throw new AppError("unauthorized", "API Key not found");
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value as string);
    known.set(key, { environment, untilMs: nowMs() + BELIEVED_MS });
    return environment;
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
