import type { Environment as EnvironmentOnWire, NewEnvironment } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import type { MadeKey } from "../create-api-key.ts";
import type { ListedEnvironment } from "../environment.ts";

/** Converts an environment to the wire; fields without a value are omitted. */
export function toEnvironment(environment: ListedEnvironment): EnvironmentOnWire {
  const { id, name, organizationId, identifier, color, isTest, isProtected, defaultZone, createdAt } =
    environment;
  return {
    _id: id,
    name,
    _organizationId: organizationId,
    identifier: identifier ?? id,
    ...(color === null ? {} : { color }),
    isTest,
    isProtected,
    timezone: defaultZone,
    createdAt: createdAt.toISOString(),
  };
}

/** Includes the environment's first key: no other response shows it. */
export function toNewEnvironment(environment: ListedEnvironment, { key, apiKey }: MadeKey): NewEnvironment {
  return { ...toEnvironment(environment), apiKeys: [{ key: apiKey, _userId: key.id }] };
}

export function environmentNotFound(id: string): AppError {
  return new AppError("not_found", `Environment with id ${id} was not found`);
}
