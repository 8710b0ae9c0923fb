import type { Transactional } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { hashApiKey } from "./api-key.ts";
import { countKeysAlone, findKeyOwner } from "./api-key-store.ts";
import { createApiKey } from "./create-api-key.ts";
import { listEnvironments } from "./environment-store.ts";

/** The environment that a first start makes, and that TIDINGS_API_KEY opens. */
export const FIRST_ENVIRONMENT = "Development";

/** What became of the key that the settings give: it opened the environment already, or does from now on. */
export type GivenKey = { environmentName: string; isNew: boolean };

/**
 * Sees to it that the key of the settings opens the first environment of a store that is filled already: Development, or
 * the oldest one where there is none of that name.
 * @throws AppError conflict where the key belongs to another environment, or is over.
 */
export function takeGivenKey(database: Transactional, apiKey: string, now: Date): Promise<GivenKey> {
  return database.transaction(async (tx) => {
    const environments = await listEnvironments(tx);
    const own = environments.find(({ name }) => name === FIRST_ENVIRONMENT) ?? environments[0];
    if (!own) throw new Error("the store has no environment");
    // So that of processes that start at once, one adds it.
    await countKeysAlone(tx, own.id);
    const owner = await findKeyOwner(tx, hashApiKey(apiKey));
    if (owner?.isOver) {
      throw new AppError(
        "conflict",
        "TIDINGS_API_KEY (or --api-key) was revoked or has expired: give another one, or none",
      );
    }
    if (owner && owner.environmentId !== own.id) {
      throw new AppError(
        "conflict",
        `TIDINGS_API_KEY (or --api-key) opens the environment ${owner.environmentName} and cannot open ${own.name} too: start without it, or give another key`,
      );
    }
    if (!owner) {
      const wanted = { name: "From the settings", scopes: ["manage"] as const, expiresAt: null, apiKey, now };
      await createApiKey(tx, own.id, wanted);
    }
    return { environmentName: own.name, isNew: !owner };
  });
}
