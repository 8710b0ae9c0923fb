import type { TidingsError } from "@tidings/client";
import { isObject } from "./json-object.ts";

export type FieldProblem = { readonly field: string; readonly message: string };

/** A 422 names fields in an object; a payload that does not match its schema, in a list. */
export function problemsOf({ errors, body }: Pick<TidingsError, "errors" | "body">): FieldProblem[] {
  // `general` repeats the messages of the fields.
  const fields = Object.entries(errors ?? {}).filter(
    ([field], _, all) => field !== "general" || all.length === 1,
  );
  const ofFields = fields.flatMap(([field, { messages }]) => messages.map((message) => ({ field, message })));
  const listed = isObject(body) && Array.isArray(body.errors) ? body.errors.filter(isObject) : [];
  const ofPayload = listed.map(({ field, message }) => ({ field: String(field), message: String(message) }));
  return [...ofFields, ...ofPayload];
}
