import type { ApiKey as ApiKeyOnWire, NewApiKey } from "@tidings/contract";
import { AppError, invalidField } from "../../foundation/app-error.ts";
import type { ApiKey } from "../api-key.ts";
import type { MadeKey } from "../create-api-key.ts";
import type { Environment } from "../environment.ts";
import { environmentNotFound } from "./environment-wire.ts";

/** Converts a key's record to the wire, without the key itself; fields without a value are omitted. */
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

/** Includes the key itself: only for the response that creates it. */
export function toNewApiKey({ key, apiKey }: MadeKey): NewApiKey {
  return { ...toApiKey(key), key: apiKey };
}

/** PostgreSQL and a four-digit year can represent every moment before this one. */
const LATEST = Date.parse("9000-01-01T00:00:00Z");

/** @throws AppError invalid if the text is not a moment after now and before the year 9000. */
export function futureMoment(field: string, text: string, now: Date): Date {
  const moment = new Date(text);
  if (moment > now && moment.getTime() < LATEST) return moment;
  throw invalidField(field, `${field} must be a moment in the future, before the year 9000`, text);
}

/** A key can read and change only keys of its own environment. @throws AppError not_found for any other environment. */
export function refuseOtherEnvironment(environment: Environment, environmentId: string): void {
  if (environment.id !== environmentId) throw environmentNotFound(environmentId);
}

export function apiKeyNotFound(id: string): AppError {
  return new AppError("not_found", `There is no valid API key with the id ${id}`);
}
