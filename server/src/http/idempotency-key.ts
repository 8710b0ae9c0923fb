import type { IncomingMessage } from "node:http";
import type { AnyOperation } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import { canonicalJson } from "../foundation/json.ts";
import { sha256 } from "../foundation/secrets.ts";
import type { Given } from "./check-request.ts";

export const KEY_HEADER = "idempotency-key";
const MOST_CHARACTERS = 255;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
/** A string of RFC 8941, the form of the IETF's draft; inside, only the quote and the backslash are escaped. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/** The key a request names; undefined when it names none. @throws AppError bad_request for what is no key. */
export function idempotencyKeyOf({ headers, headersDistinct }: IncomingMessage): string | undefined {
  if (headers[KEY_HEADER] === undefined) return undefined;
  const [given = "", ...more] = headersDistinct[KEY_HEADER] ?? [];
  if (more.length > 0) throw noKey("must be given once");
  const key = given.startsWith('"') ? QUOTED.exec(given)?.[1]?.replace(/\\(.)/g, "$1") : given;
  if (key === undefined) throw noKey("has an opening quote and no proper closing one");
  if (!VISIBLE_ASCII.test(key)) throw noKey("must be visible ASCII characters, at least one, without spaces");
  if (key.length > MOST_CHARACTERS) {
    throw noKey(`has exceeded the maximum allowed length of ${MOST_CHARACTERS} characters`);
  }
  return key;
}

function noKey(why: string): AppError {
  return new AppError("bad_request", `Idempotency-Key ${why}`);
}

/** Equal for requests that ask for the same: neither white space nor the order of members or parameters matters. */
export function fingerprintOf(
  { method, path }: AnyOperation,
  { params, query, body }: Given,
  contentType = "",
): Buffer {
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase();
  return sha256(canonicalJson({ method, path, params, query, body: body ?? {}, mediaType }));
}
