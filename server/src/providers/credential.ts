import type { Credentials, Reach, SendOutcome } from "./provider.ts";

/** A credential that is a non-empty text. */
export function textOf(credentials: Credentials, field: string): string | undefined {
  const value = Object.hasOwn(credentials, field) ? credentials[field] : undefined;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** A boolean credential; imported integrations may have it as a text. */
export function flagOf(credentials: Credentials, field: string): boolean | undefined {
  const value = Object.hasOwn(credentials, field) ? credentials[field] : undefined;
  if (typeof value === "boolean") return value;
  return value === "true" ? true : value === "false" ? false : undefined;
}

export function missingCredential(field: string): SendOutcome {
  return { kind: "config_error", reason: `The integration has no ${field}.` };
}

/** Fields that are not secret: a response that contains them stays readable. */
const PLAIN_FIELDS = new Set([
  "apiKeyRequestHeader",
  "authenticationTokenKey",
  "datePath",
  "from",
  "host",
  "idPath",
  "port",
  "region",
  "secretKeyRequestHeader",
  "senderName",
]);
/** Every secret text in the credentials, including nested ones; see `rawOf`. */
export function secretsOf(credentials: Credentials): string[] {
  return Object.entries(credentials).flatMap(([field, value]) =>
    PLAIN_FIELDS.has(field) ? [] : textsIn(value),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The URL of a field, as a destination. */
export function reachOf(credentials: Credentials, field: string): Reach[] {
  const url = textOf(credentials, field);
  return url === undefined ? [] : [{ field, url }];
}
