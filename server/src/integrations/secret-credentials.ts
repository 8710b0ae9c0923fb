import { isDeepStrictEqual } from "node:util";
import type { CredentialField } from "@tidings/contract";
import { AppError, type FieldErrors } from "../foundation/app-error.ts";
import type { JsonObject } from "../foundation/json.ts";
import { isMaskLike, MASK } from "../providers/masks.ts";
import type { Credentials } from "../providers/provider.ts";
import { mapMembers, shownCredential } from "../providers/shown-credential.ts";

/** Fields that decide where secrets are sent, and which certificates TLS trusts there. */
const DESTINATIONS = [
  "host",
  "port",
  "baseUrl",
  "webhookUrl",
  "domain",
  "tlsOptions",
  "region",
  "redirectUrl",
] as const;

/** Credentials or configurations: strings, booleans and objects of these. */
type Fields = Credentials | JsonObject;

/** Masks every secret string; booleans and the structure of objects stay. */
export function maskSecrets<F extends Fields>(fields: F, providerFields: readonly CredentialField[]): F {
  return mapMembers(fields, (value, name) => shownCredential(providerFields, name, value)) as F;
}

/** `stored`: the value before this request. `place`: where the request has the new one, for error messages. */
export type Restoration = { stored: Fields; place: string; providerFields: readonly CredentialField[] };

/**
 * Replaces masks, and URLs exactly as they were shown, by the stored values.
 * @throws AppError invalid if there is no stored value for a mask, if a text only resembles a mask, or if the same
 * request changes where secrets are sent: a stored secret never goes to a new destination.
 */
export function restoreSecrets<F extends Fields>(
  given: F,
  { stored, place, providerFields }: Restoration,
): F {
  const seen: Seen = { kept: [], errors: {} };
  const fields = restored(given, maskSecrets(stored, providerFields), { stored, place, seen }) as F;
  const moved = DESTINATIONS.filter((field) => isMoved(memberOf(fields, field), memberOf(stored, field)));
  if (moved.length > 0) for (const path of seen.kept) refuse(seen, path, movedSentence(path, place, moved));
  if (Object.keys(seen.errors).length > 0) {
    throw new AppError("invalid", "Validation failed", { errors: seen.errors });
  }
  return fields;
}

/** The paths where a stored value was kept for a mask, and the errors by path. */
type Seen = { kept: string[]; errors: FieldErrors };
type Restoring = { stored: unknown; place: string; seen: Seen };

/** `shownBefore` is the masked form of the stored value. */
function restored(value: unknown, shownBefore: unknown, { stored, place, seen }: Restoring): unknown {
  if (typeof value === "string") {
    if (value === stored || !isMaskLike(value)) return value;
    if (typeof stored === "string" && value === shownBefore) {
      seen.kept.push(place);
      return stored;
    }
    refuse(seen, place, maskSentence(place, value));
    return value;
  }
  if (typeof value !== "object" || value === null) return value;
  return mapMembers(value, (member, key) => {
    const inner = { stored: memberOf(stored, key), place: `${place}.${key}`, seen };
    return restored(member, memberOf(shownBefore, key), inner);
  });
}

function refuse({ errors }: Seen, path: string, message: string): void {
  errors[path] = { messages: [message] };
}

function maskSentence(path: string, value: string): string {
  return value === MASK
    ? `${path} is a mask, but no value is stored; give the value itself`
    : `${path} contains a mask but differs from the masked stored value; give the whole value`;
}

function movedSentence(path: string, place: string, moved: readonly string[]): string {
  const names = moved.map((field) => `${place}.${field}`).join(", ");
  return `${path} is masked, and ${names} changes where it would be sent; give ${path} again in clear`;
}

/** An absent and an empty field are the same: neither names a destination. */
function isMoved(now: unknown, before: unknown): boolean {
  const [a, b] = [now, before].map((value) => (value === "" || value === undefined ? null : value));
  return !isDeepStrictEqual(a, b);
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
