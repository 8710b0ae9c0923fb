import { createPrivateKey, type KeyObject, sign } from "node:crypto";

/** RS256: RSA with SHA-256. ES256: ECDSA on the curve P-256 with SHA-256 (RFC 7518, section 3). */
export type JwtAlgorithm = "RS256" | "ES256";

type Jwt = {
  algorithm: JwtAlgorithm;
  key: KeyObject;
  /** Members of the header beside `alg` and `typ`. */
  header?: Record<string, string>;
  claims: Record<string, string | number>;
};

/** A signed JSON Web Token (RFC 7519) in the compact form of RFC 7515. */
export function signedJwt({ algorithm, key, header, claims }: Jwt): string {
  const content = [{ alg: algorithm, typ: "JWT", ...header }, claims].map(encoded).join(".");
  const signature = sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" });
  return `${content}.${signature.toString("base64url")}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/** The private key in a PEM text, in which line ends may be written as `\n`. Undefined if it is not a key of the algorithm. */
export function privateKeyOf(pem: string, algorithm: JwtAlgorithm): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem.replaceAll("\\n", "\n"));
    return isKeyOf(algorithm, key) ? key : undefined;
  } catch {
    return undefined;
  }
}

function isKeyOf(algorithm: JwtAlgorithm, { asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return algorithm === "RS256"
    ? asymmetricKeyType === "rsa"
    : asymmetricKeyDetails?.namedCurve === "prime256v1";
}

/** The time in seconds since 1970, as in the claims `iat` and `exp`. */
export function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
