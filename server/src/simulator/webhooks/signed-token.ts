import { createHmac } from "node:crypto";

/** A JWT (RFC 7519) with HMAC and SHA-256. */
export function signedToken(claims: object, key: string): string {
  const parts = [{ alg: "HS256", typ: "JWT" }, claims];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}
