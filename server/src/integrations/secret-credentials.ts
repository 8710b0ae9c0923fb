import { isDeepStrictEqual } from "node:util";
import { AppError, type FieldErrors } from "../foundation/app-error.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Credentials } from "../providers/provider.ts";
import { isMaskLike, MASK, shownAddress, shownHost } from "./masks.ts";

/** Fields that may be shown. Every other field is a secret, so that a forgotten one does not leak. */
const PUBLIC_FIELDS = new Set([
  "apiKeyRequestHeader",
  "authenticationTokenKey",
  "datePath",
  "from",
  "host",
  "idPath",
  "inboundWebhookEnabled",
  "ipPoolName",
  "port",
  "projectName",
  "region",
  "secretKeyRequestHeader",
  "senderId",
  "senderName",
  "title",
]);

/** URLs whose origin may be shown. Not `webhookUrl`: often its host is a secret, too. */
const PUBLIC_URLS = new Set(["baseUrl", "externalLink", "imageUrl", "redirectUrl"]);

/** For some providers a host, for others a URL. */
const HOST_OR_URL = "domain";

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
export function maskSecrets<F extends Fields>(fields: F): F {
  return mapMembers(fields, shown) as F;
}

/**
 * Replaces masks, and URLs exactly as they were shown, by the stored values.
 * @throws AppError invalid if there is no stored value for a mask, if a text only resembles a mask, or if the same
 * request changes where secrets are sent: a stored secret never goes to a new destination.
 */
export function restoreSecrets<F extends Fields>(given: F, stored: Fields, place: string): F {
  const seen: Seen = { kept: [], errors: {} };
  const fields = restored(given, maskSecrets(stored), { stored, place, seen }) as F;
  const moved = DESTINATIONS.filter((field) => isMoved(memberOf(fields, field), memberOf(stored, field)));
  if (moved.length > 0) for (const path of seen.kept) refuse(seen, path, movedSentence(path, place, moved));
  if (Object.keys(seen.errors).length > 0) {
    throw new AppError("invalid", "Validation failed", { errors: seen.errors });
  }
  return fields;
}

function shown(value: unknown, field: string): unknown {
  if (PUBLIC_FIELDS.has(field)) return value;
  if (typeof value === "string" && PUBLIC_URLS.has(field)) return shownAddress(value);
  if (typeof value === "string" && field === HOST_OR_URL) return shownHost(value);
  return masked(value);
}

function masked(value: unknown): unknown {
  if (typeof value === "string") return value === "" ? "" : MASK;
  return typeof value === "object" && value !== null ? mapMembers(value, masked) : value;
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

function mapMembers(value: object, change: (member: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((member, index) => change(member, String(index)));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)]));
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
