import type { Queryable } from "../database/database.ts";
import { hashApiKey } from "../environments/api-key.ts";
import type { Environment } from "../environments/environment.ts";
import { findEnvironmentByKeyHash } from "../environments/environment-store.ts";
import { AppError } from "../foundation/app-error.ts";

/** Whose request this is. @throws AppError unauthorized, in the words of wire-facts 2.0. */
export type Authenticate = (authorization: string | undefined) => Promise<Environment>;

/** A key that was right is believed this long, so that a revoked one is refused everywhere soon after. */
const BELIEVED_MS = 5_000;
const MOST_BELIEVED = 10_000;

export function createAuthenticate(database: Queryable): Authenticate {
  const believed = new Map<string, { environment: Environment; untilMs: number }>();
  return async (authorization) => {
    const key = keyOf(authorization);
    const known = believed.get(key);
    if (known && known.untilMs > performance.now()) return known.environment;
    const environment = await findEnvironmentByKeyHash(database, hashApiKey(key));
    if (!environment) throw new AppError("unauthorized", "API Key not found");
    if (believed.size > MOST_BELIEVED) believed.clear();
    believed.set(key, { environment, untilMs: performance.now() + BELIEVED_MS });
    return environment;
  };
}

function keyOf(authorization: string | undefined): string {
  if (authorization === undefined) throw new AppError("unauthorized", "Missing authorization header");
  const [scheme = "", key = ""] = authorization.split(/ +(.*)/s);
  if (scheme === "Bearer") throw new AppError("unauthorized", "Unauthorized");
  if (scheme !== "ApiKey") {
    throw new AppError("unauthorized", `Invalid authentication scheme: "${scheme.slice(0, 50)}"`);
  }
  if (key.trim() === "") throw new AppError("unauthorized", "Unauthorized");
  return key.trim();
}
