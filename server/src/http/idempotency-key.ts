import type { IncomingMessage } from "node:http";
import type { AnyOperation } from "@tidings/contract";
import { AppError } from "../foundation/app-error.ts";
import { canonicalJson } from "../foundation/json.ts";
import { sha256 } from "../foundation/secrets.ts";
import type { Given } from "./check-request.ts";

export const KEY_HEADER = "idempotency-key";
const MAX_CHARACTERS = 255;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
/** A string of RFC 8941, as in the IETF's draft: inside it only the quote and the backslash are escaped. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/** The request's idempotency key; undefined without the header. @throws AppError bad_request for an invalid key. */
export function idempotencyKeyOf({ headers, headersDistinct }: IncomingMessage): string | undefined {
  if (headers[KEY_HEADER] === undefined) return undefined;
  const [given = "", ...more] = headersDistinct[KEY_HEADER] ?? [];
  if (more.length > 0) throw invalidKey("must be given once");
  const key = given.startsWith('"') ? QUOTED.exec(given)?.[1]?.replace(/\\(.)/g, "$1") : given;
  if (key === undefined) throw invalidKey("has an opening quote but no valid closing quote");
  if (!VISIBLE_ASCII.test(key))
    throw invalidKey("must have at least one character, all of them visible ASCII without spaces");
  if (key.length > MAX_CHARACTERS) {
    throw invalidKey(`has exceeded the maximum allowed length of ${MAX_CHARACTERS} characters`);
  }
  return key;
}

function invalidKey(why: string): AppError {
  return new AppError("bad_request", `Idempotency-Key ${why}`);
}

/** What identifies a request beside its parts: see `hasPrincipalOfTarget`. */
type Identity = { contentType: string | undefined; hasPrincipal: boolean };

/** Equal for equal requests: white space and the order of members or parameters do not matter. */
export function fingerprintOf(
  { method, path }: AnyOperation,
  { params, query, body }: Given,
  { contentType = "", hasPrincipal }: Identity,
): Buffer {
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase();
  const principal = hasPrincipal ? { hasPrincipal } : {};
  return sha256(canonicalJson({ method, path, params, query, body: body ?? {}, mediaType, ...principal }));
}
