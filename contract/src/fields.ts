import { type Static, type TSchema, Type } from "typebox";
import type { ByteLimitName } from "./limits.ts";

/** The small schemas of which records and requests are made. Limits are ours where the specification gives none. */

/** Longest identifier a caller may choose (the field's rule for keys: 255 characters, wire-facts 2.0). */
export const ID_MAX = 255;
/** Longest one-line text: names, subjects, titles, tags. */
export const LINE_MAX = 1_000;
/** Longest free text: bodies, secrets, service accounts. */
export const PROSE_MAX = 100_000;
export const URL_MAX = 2_048;

/**
 * What callers may use to name a topic: letters, digits, `_ : . -`, or a text like an e-mail address.
 * Linear in the length of the text, without white space or control characters.
 */
export const VALID_ID_PATTERN =
  "^(?:[A-Za-z0-9_:.\\-]+|[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+)$";

/**
 * A subscriber's id as any identity provider may make it (`auth0|5f7`, `org/1`, `+49…`): not blank, and without control
 * characters. The text names the subscriber exactly as it is given; nothing is trimmed.
 */
export const SUBSCRIBER_ID_PATTERN = "^(?!\\s*$)[^\\u0000-\\u001f\\u007f-\\u009f]*$";

export const DATABASE_ID_PATTERN = "^[0-9a-fA-F]{24}$";

/** An identifier the service made: 24 hexadecimal characters that sort by birth (wire-facts 2.0, design section 3). */
export function databaseId(description = "Made by the service.") {
  return Type.String({ pattern: DATABASE_ID_PATTERN, description });
}

/** An identifier as it stands in a path: anything short enough may be asked for, what is unknown is a 404. */
export function pathId(description: string) {
  return Type.String({ minLength: 1, maxLength: ID_MAX, description });
}

/** An identifier the caller gives to something new. */
export function validId(description: string) {
  return Type.String({ minLength: 1, maxLength: ID_MAX, pattern: VALID_ID_PATTERN, description });
}

/** A subscriber's id, as a caller chooses it. */
export function subscriberIdText(description: string) {
  return Type.String({ minLength: 1, maxLength: ID_MAX, pattern: SUBSCRIBER_ID_PATTERN, description });
}

/** A one-line text from a caller. */
export function line(description?: string, maxLength = LINE_MAX) {
  return Type.String({ maxLength, ...(description === undefined ? {} : { description }) });
}

/** A text of any sensible length from a caller. */
export function prose(description?: string) {
  return line(description, PROSE_MAX);
}

export function url(description?: string) {
  return line(description, URL_MAX);
}

/** A moment in ISO 8601. */
export function timestamp(description?: string) {
  return Type.String({ format: "date-time", ...(description === undefined ? {} : { description }) });
}

/** A value that may also be null. Only where the specification says `|null`: the field's clients refuse it elsewhere. */
export function nullable<T extends TSchema>(schema: T, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

/**
 * An object with any keys. Not a `Type.Record`, whose validation visits every key (payloads are on the hot path). What
 * a caller sends names the limit of its size as JSON (`maxBytes`), which the server enforces.
 */
export function freeForm(description?: string, maxBytes?: ByteLimitName) {
  return Type.Unsafe<Record<string, unknown>>({
    type: "object",
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(description === undefined ? {} : { description }),
  });
}

/** A filter that may be given once or several times in a query string; the server takes a single value as a list of one. */
export function manyOf<T extends TSchema>(schema: T, description: string) {
  return Type.Array(schema, { maxItems: 100, description });
}

/** What an order answers that is carried out soon. */
export const Acknowledgement = Type.Object(
  { acknowledged: Type.Boolean() },
  { title: "Acknowledgement", description: "Says that it will be done." },
);

/** What a deletion answers (wire-facts 2.3, 4.2). */
export const Deletion = Type.Object(
  { acknowledged: Type.Boolean(), status: Type.String({ description: "deleted" }) },
  { title: "Deletion", description: "Says that something was deleted." },
);
export type Deletion = Static<typeof Deletion>;
