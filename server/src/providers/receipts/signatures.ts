import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject } from "../../foundation/json.ts";
import { entryAt, parseResponse, textAt } from "../json-path.ts";

/** A signed request is refused when its timestamp differs by more than this from our clock. */
const TOLERANCE_S = 300;

/** Compares hashes in constant time, so that timing reveals nothing about the expected text. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(sha256Of(given), sha256Of(expected));
}

function sha256Of(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

export function sha256Hex(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

type Hmac = { algorithm?: "sha1" | "sha256" | "sha512"; key: string | Buffer; encoding?: "hex" | "base64" };

export function hmacOf(text: string | Buffer, { algorithm = "sha256", key, encoding = "hex" }: Hmac): string {
  return createHmac(algorithm, key).update(text).digest(encoding);
}

/** `seconds` since 1970, as text. */
export function isRecent(seconds: string | undefined, now: Date): boolean {
  if (seconds === undefined || !/^\d{1,12}$/.test(seconds)) return false;
  return isNear(Number(seconds) * 1_000, now);
}

/** Whether a signed request of this time (milliseconds since 1970) is neither too old nor from the future. */
export function isNear(ms: number, now: Date): boolean {
  return Math.abs(now.getTime() - ms) <= TOLERANCE_S * 1_000;
}

export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * For vendors that do not sign: the URL entered at the vendor contains a user and a password, or the vendor sends a
 * token. The key is `user:password` or the token.
 */
export function hasSharedKey(headers: IncomingHttpHeaders, key: string): boolean {
  const given = headerOf(headers, "authorization") ?? "";
  const basic = Buffer.from(key).toString("base64");
  return isSame(given, key.includes(":") ? `Basic ${basic}` : `Bearer ${key}`);
}

const JWT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;
const JWT_ALGORITHMS: Record<string, "sha256" | "sha512"> = { HS256: "sha256", HS512: "sha512" };

/**
 * The claims of a JWT (RFC 7519) with an HMAC signature; undefined when the signature is wrong, or `exp`, `nbf` or `iat`
 * exclude now.
 */
export function claimsOf(token: string, key: string, now: Date): Record<string, unknown> | undefined {
  const [, header = "", payload = "", signature = ""] = JWT.exec(token) ?? [];
  const algorithm = entryAt(JWT_ALGORITHMS, textAt(objectIn(header), "alg"));
  if (algorithm === undefined) return undefined;
  const expected = Buffer.from(hmacOf(`${header}.${payload}`, { algorithm, key }), "hex").toString(
    "base64url",
  );
  const claims = objectIn(payload);
  return isSame(signature, expected) && claims && isInTime(claims, now) ? claims : undefined;
}

function objectIn(part: string): Record<string, unknown> | undefined {
  const value = parseResponse(Buffer.from(part, "base64url").toString());
  return isJsonObject(value) ? value : undefined;
}

/** A token needs `exp`, or an `iat` within the tolerance. */
function isInTime({ exp, nbf, iat }: Record<string, unknown>, now: Date): boolean {
  const seconds = now.getTime() / 1_000;
  if (typeof nbf === "number" && nbf > seconds + TOLERANCE_S) return false;
  if (typeof exp === "number") return exp >= seconds;
  return typeof iat === "number" && Math.abs(seconds - iat) <= TOLERANCE_S;
}
