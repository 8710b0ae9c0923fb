import { AppError } from "../../foundation/app-error.ts";
import { inspectText, readJsonBody } from "../../http/json-body.ts";

/** The content of a vendor's request, or why it cannot be read. */
export type Content = { value: unknown; error?: AppError };

const FORM = /^application\/x-www-form-urlencoded\b/i;

/** JSON, whatever the media type says (SNS sends it as text); form fields; without a body, the fields of the query. */
export function contentOf(body: Buffer, mediaType: string | undefined, query: URLSearchParams): Content {
  try {
    if (body.length === 0) return { value: fieldsOf(query) };
    if (FORM.test(mediaType ?? "")) return { value: fieldsOf(new URLSearchParams(body.toString())) };
    return { value: readJsonBody(body) };
  } catch (error) {
    if (error instanceof AppError) return { value: undefined, error };
    throw error;
  }
}

/** The last of several fields with the same name. */
function fieldsOf(pairs: URLSearchParams): Record<string, string> {
  for (const [name, value] of pairs) {
    inspectText(name);
    inspectText(value);
  }
  return Object.fromEntries(pairs);
}
