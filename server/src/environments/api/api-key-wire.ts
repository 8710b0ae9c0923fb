import type { ApiKey as ApiKeyOnWire, NewApiKey } from "@tidings/contract";
import { AppError, invalidField } from "../../foundation/app-error.ts";
import type { ApiKey } from "../api-key.ts";
import type { MadeKey } from "../create-api-key.ts";
import type { Environment } from "../environment.ts";
import { environmentNotFound } from "./environment-wire.ts";

/** A key as the contract says it, without the key itself; what has no value is left out. */
export function toApiKey({ id, name, hint, scopes, createdAt, expiresAt, lastUsedAt }: ApiKey): ApiKeyOnWire {
  return {
    _id: id,
    ...(name === null ? {} : { name }),
    hint,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
    ...(lastUsedAt === null ? {} : { lastUsedAt: lastUsedAt.toISOString() }),
  };
}

/** With the key itself: only for the answer that creates it. */
export function toNewApiKey({ key, apiKey }: MadeKey): NewApiKey {
  return { ...toApiKey(key), key: apiKey };
}

/** A moment that PostgreSQL and four digits of a year can say. */
const LATEST = Date.parse("9000-01-01T00:00:00Z");

/** @throws AppError invalid when it is no moment after now. */
export function futureMoment(field: string, text: string, now: Date): Date {
  const moment = new Date(text);
  if (moment > now && moment.getTime() < LATEST) return moment;
  throw invalidField(field, `${field} must be a moment in the future, before the year 9000`, text);
}

/** Keys are read and changed with a key of the same environment: another one answers as if it did not exist. */
export function refuseOtherEnvironment(environment: Environment, environmentId: string): void {
  if (environment.id !== environmentId) throw environmentNotFound(environmentId);
}

export function apiKeyNotFound(id: string): AppError {
  return new AppError("not_found", `There is no valid API key with the id ${id}`);
}
