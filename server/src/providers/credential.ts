import type { CredentialField } from "@tidings/contract";
import type { Credentials, Reach, SendOutcome } from "./provider.ts";
import { shownCredential } from "./shown-credential.ts";

/** A credential that is a non-empty text. */
export function textOf(credentials: Credentials, field: string): string | undefined {
  const value = Object.hasOwn(credentials, field) ? credentials[field] : undefined;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** A boolean credential; imported integrations may have it as a text. */
export function flagOf(credentials: Credentials, field: string): boolean | undefined {
  const value = Object.hasOwn(credentials, field) ? credentials[field] : undefined;
  if (typeof value === "boolean") return value;
  return value === "true" || value === "false" ? value === "true" : undefined;
}

export function missingCredential(field: string): SendOutcome {
  return { kind: "config_error", reason: `The integration has no ${field}.` };
}

/**
 * Every text in the credentials that the API does not show in full, including nested ones; see `rawOf`. What the API
 * shows stays readable in a provider's response.
 */
export function secretsOf(fields: readonly CredentialField[], credentials: Credentials): string[] {
  return Object.entries(credentials).flatMap(([name, value]) =>
    typeof value === "string" && shownCredential(fields, name, value) === value ? [] : textsIn(value),
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
