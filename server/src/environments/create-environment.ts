import type { Queryable } from "../database/database.ts";
import { AppError } from "../foundation/app-error.ts";
import { newId } from "../foundation/id.ts";
import { type Keyring, seal } from "../foundation/secrets.ts";
import { generateApiKey, hashApiKey, hintOf } from "./api-key.ts";
import type { Environment } from "./environment.ts";
import { insertApiKey, insertEnvironment, sealPlace } from "./environment-store.ts";

export type NewEnvironment = {
  name: string;
  organizationId: string;
  /** A chosen key instead of a random one. */
  apiKey?: string;
  /** Its clock can be held; never for real subscribers. */
  isTest?: boolean;
  now: Date;
};

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;

/**
 * Makes an environment with its key. The key is shown this once: stored are its hash and, sealed, the key itself,
 * because the inbox's signatures are made with it (reliability-facts, decided points).
 * @returns undefined when the name is taken.
 */
export async function createEnvironment(
  tx: Queryable,
  keyring: Keyring,
  { name, organizationId, apiKey = generateApiKey(), isTest = false, now }: NewEnvironment,
): Promise<{ environment: Environment; apiKey: string } | undefined> {
  if (!NAME.test(name))
    throw new AppError("bad_request", "A name has 1 to 64 letters, digits, spaces, . _ or -");
  const environment = { id: newId(now.getTime()), organizationId, name, isTest, createdAt: now };
  if (!(await insertEnvironment(tx, environment))) return undefined;
  const id = newId(now.getTime());
  const keySealed = seal(keyring, sealPlace(environment.id, id), apiKey);
  await insertApiKey(tx, environment.id, {
    id,
    keyHash: hashApiKey(apiKey),
    keySealed,
    hint: hintOf(apiKey),
  });
  return { environment, apiKey };
}
