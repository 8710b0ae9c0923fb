import { type KeyObject, verify } from "node:crypto";
import { walkPath } from "../foundation/json-path.ts";

type Expected = {
  key: KeyObject;
  now: Date;
  /** Claims with exactly these values. */
  claims?: Record<string, string>;
};

/** Clocks may differ by this time. */
const MAX_SKEW_S = 60;

/**
 * Why a JSON Web Token (RFC 7519) signed with RS256 or ES256 is refused: its signature, its time or a claim is wrong. Undefined: it
 * is accepted.
 */
export function jwtFault(token: string, { key, now, claims = {} }: Expected): string | undefined {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const signed = Buffer.from(`${header}.${payload}`);
  const isSigned = verify(
    "sha256",
    signed,
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "the signature of the JWT is wrong";
  const stated = claimsOf(token);
  const nowS = now.getTime() / 1_000;
  const expiresS = walkPath(stated, ["exp"]) ?? Number.POSITIVE_INFINITY;
  if (!(Number(expiresS) > nowS)) return "the JWT has expired";
  if (Number(walkPath(stated, ["iat"]) ?? 0) > nowS + MAX_SKEW_S) return "the JWT is from the future";
  const wrong = Object.entries(claims).find(([name, value]) => walkPath(stated, [name]) !== value);
  return wrong && `the claim ${wrong[0]} of the JWT is not ${wrong[1]}`;
}

/** The claims of a token whose signature is not checked; undefined if it cannot be read. */
export function claimsOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  } catch {
    return undefined;
  }
}
