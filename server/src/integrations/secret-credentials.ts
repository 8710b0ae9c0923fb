import { invalidField } from "../foundation/app-error.ts";
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

type Value = Credentials[string];

/** The same fields with every secret masked; switches stay switches, objects stay objects. */
export function maskSecrets(credentials: Credentials): Credentials {
  return mapFields(credentials, (value, field) =>
    isPublic(field, value) ? value : (masked(value) as Value),
  );
}

/** What a caller means that sends masked fields back. @throws AppError where a mask stands for nothing. */
export function restoreSecrets(given: Credentials, stored: Credentials): Credentials {
  return mapFields(given, (value, field) => restored(value, memberOf(stored, field), field) as Value);
}

function isPublic(field: string, value: Value): boolean {
  if (PUBLIC_FIELDS.has(field)) return true;
  return PUBLIC_URLS.has(field) && typeof value === "string" && isPlainUrl(value);
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
    throw invalidField(`credentials.${path}`, `${path} is a mask without a value behind it; give the value`);
  }
  if (typeof value !== "object" || value === null) return value;
  return mapMembers(value, (member, key) => restored(member, memberOf(stored, key), `${path}.${key}`));
}

function mapFields(fields: Credentials, change: (value: Value, field: string) => Value): Credentials {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, change(value, field)]));
}

function mapMembers(value: object, change: (member: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((member, index) => change(member, String(index)));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)]));
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
