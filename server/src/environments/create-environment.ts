import type { Queryable } from "../database/database.ts";
import { AppError, invalidField } from "../foundation/app-error.ts";
import { isId, newId } from "../foundation/id.ts";
import { createApiKey, type MadeKey } from "./create-api-key.ts";
import { FIRST_ZONE } from "./default-zone.ts";
import type { Environment, EnvironmentLook, ListedEnvironment } from "./environment.ts";
import { findTakenName, insertEnvironment } from "./environment-store.ts";

export type NewEnvironment = {
  name: string;
  organizationId: string;
  /** The first API key itself; random if omitted. */
  apiKey?: string;
  /** Whether its clock can be frozen; not for real subscribers. */
  isTest?: boolean;
  /** Its default zone, as tzdata spells it; UTC if omitted. */
  defaultZone?: string;
  look?: EnvironmentLook;
  now: Date;
};

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;

/**
 * Creates an environment with its first key, which has the scope `manage`. The key is returned only here.
 * @returns undefined if the name is taken.
 * @throws AppError bad_request for an invalid name.
 */
export async function createEnvironment(
  tx: Queryable,
  { name, organizationId, apiKey, isTest = false, defaultZone = FIRST_ZONE, look, now }: NewEnvironment,
): Promise<({ environment: Environment } & MadeKey) | undefined> {
  refuseBadName(name);
  const environment = { id: newId(now.getTime()), organizationId, name, isTest, defaultZone, createdAt: now };
  if (!(await insertEnvironment(tx, environment, look))) return undefined;
  const made = await createApiKey(tx, environment.id, { scopes: ["manage"], expiresAt: null, apiKey, now });
  return { environment, ...made };
}

/** @throws AppError bad_request for an invalid name. */
export function refuseBadName(name: string): void {
  if (!NAME.test(name))
    throw new AppError("bad_request", "A name has 1 to 64 letters, digits, spaces, . _ or -");
}

/**
 * @throws AppError conflict if another environment has the name or identifier; invalid if the identifier looks like
 * an id.
 */
export async function refuseTakenNames(
  tx: Queryable,
  environment: Pick<ListedEnvironment, "id" | "name" | "identifier">,
): Promise<void> {
  const { name, identifier } = environment;
  if (identifier && isId(identifier) && identifier !== environment.id) {
    throw invalidField("identifier", "identifier must not have the form of a generated id", identifier);
  }
  const taken = await findTakenName(tx, environment);
  if (taken === "name") throw new AppError("conflict", `There is an environment named "${name}" already`);
  if (taken)
    throw new AppError("conflict", `There is an environment with the identifier "${identifier}" already`);
}
