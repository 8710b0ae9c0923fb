import { invalidField } from "../foundation/app-error.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Credentials } from "../providers/provider.ts";

/** Stands for every secret, whatever its length; sent back, it means "as it was". */
export const MASK = "••••••••";

/** Fields that may be shown. A field that is not named here is a secret: forgetting one must not tell it. */
const PUBLIC_FIELDS = new Set([
  "apiKeyRequestHeader",
  "authenticationTokenKey",
  "datePath",
  "domain",
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

/** Addresses that may be shown as long as they carry no password and no query. A webhookUrl often is the secret. */
const PUBLIC_URLS = new Set(["baseUrl", "externalLink", "imageUrl", "redirectUrl"]);

/** Credentials, and anything else that is made of texts, switches and objects of those. */
type Fields = Credentials | JsonObject;

/** The same fields with every secret masked; switches stay switches, objects stay objects. */
export function maskSecrets<F extends Fields>(fields: F): F {
  return mapMembers(fields, (value, field) => (isPublic(field, value) ? value : masked(value))) as F;
}

/** What a caller means that sends masked fields back. @throws AppError where a mask stands for nothing. */
export function restoreSecrets<F extends Fields>(given: F, stored: Fields, place: string): F {
  return restored(given, stored, place) as F;
}

function isPublic(field: string, value: unknown): boolean {
  return (
    PUBLIC_FIELDS.has(field) || (PUBLIC_URLS.has(field) && typeof value === "string" && isPlainUrl(value))
  );
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === "";
}

function masked(value: unknown): unknown {
  if (typeof value === "string") return value === "" ? "" : MASK;
  return typeof value === "object" && value !== null ? mapMembers(value, masked) : value;
}

function restored(value: unknown, stored: unknown, path: string): unknown {
  if (value === MASK) {
    if (typeof stored === "string") return stored;
    throw invalidField(path, `${path} is a mask without a value behind it; give the value itself`);
  }
  if (typeof value !== "object" || value === null) return value;
  return mapMembers(value, (member, key) => restored(member, memberOf(stored, key), `${path}.${key}`));
}

function mapMembers(value: object, change: (member: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((member, index) => change(member, String(index)));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)]));
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
