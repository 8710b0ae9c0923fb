import type { Transactional } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { hashApiKey } from "./api-key.ts";
import { findKeyOwner, lockAndCountKeys } from "./api-key-store.ts";
import { createApiKey } from "./create-api-key.ts";
import { listEnvironments } from "./environment-store.ts";

/** The name of the environment that the first start creates and that TIDINGS_API_KEY opens. */
export const FIRST_ENVIRONMENT = "Development";

/** The environment that the key of the settings opens; `isNew` if the key was added now. */
export type GivenKey = { environmentName: string; isNew: boolean };

/**
 * Adds the key of the settings to the first environment of a store that was seeded before, if it is not there yet. The
 * first environment is the one named Development, or else the oldest one.
 * @throws AppError conflict if the key belongs to another environment, or was revoked or has expired.
 */
export function takeGivenKey(database: Transactional, apiKey: string, now: Date): Promise<GivenKey> {
  return database.transaction(async (tx) => {
    const environments = await listEnvironments(tx);
    const own = environments.find(({ name }) => name === FIRST_ENVIRONMENT) ?? environments[0];
    if (!own) throw new Error("the store has no environment");
    // Of several processes that start at the same time, only one adds the key.
    await lockAndCountKeys(tx, own.id);
    const owner = await findKeyOwner(tx, hashApiKey(apiKey));
    if (owner?.isOver) {
      throw new AppError(
        "conflict",
        "TIDINGS_API_KEY (or --api-key) was revoked or has expired: set another key, or none",
      );
    }
    if (owner && owner.environmentId !== own.id) {
      throw new AppError(
        "conflict",
        `TIDINGS_API_KEY (or --api-key) opens the environment ${owner.environmentName} and cannot open ${own.name} too: start without it, or set another key`,
      );
    }
    if (!owner) {
      const newKey = { name: "From the settings", scopes: ["manage"] as const, expiresAt: null, apiKey, now };
      await createApiKey(tx, own.id, newKey);
    }
    return { environmentName: own.name, isNew: !owner };
  });
}
