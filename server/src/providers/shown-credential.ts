import type { CredentialField } from "@tidings/contract";
import { MASK, shownAddress, shownHost } from "./masks.ts";

/**
 * A credential as the API shows it: the whole value, the origin of a URL, or a mask. `fields` are those of the provider;
 * a field that is not among them is secret, so that a forgotten one does not leak. Booleans and the structure of objects stay.
 */
export function shownCredential(fields: readonly CredentialField[], name: string, value: unknown): unknown {
  const field = fields.find((one) => one.name === name);
  if (typeof value !== "string" || field === undefined || field.isSecret) return masked(value);
  switch (field.kind) {
    case "url":
      return shownAddress(value);
    case "host":
      return shownHost(value);
    case "boolean":
    case "object":
      return masked(value);
    default:
      return value;
  }
}

function masked(value: unknown): unknown {
  if (typeof value === "string") return value === "" ? "" : MASK;
  return typeof value === "object" && value !== null ? mapMembers(value, masked) : value;
}

/** A copy of an object or list with every member changed. */
export function mapMembers(value: object, change: (member: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((member, index) => change(member, String(index)));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)]));
}
