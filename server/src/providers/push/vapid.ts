import { createECDH, createPrivateKey, type KeyObject } from "node:crypto";
import { missingCredential, textOf } from "../credential.ts";
import { epochSeconds, signedJwt } from "../jwt.ts";
import type { Credentials, IssuedToken, SendOutcome } from "../provider.ts";

/** The key pair by which push services know a sender (RFC 8292), and how to reach its operator. */
export type Vapid = {
  /** In base64url, as a browser takes it for `applicationServerKey`. */
  publicKey: string;
  privateKey: KeyObject;
  /** `mailto:` or `https:`. */
  subject: string;
};

const VALID_MS = 12 * 3_600_000;

/** A new key pair in base64url: an uncompressed point of the curve P-256, and its private number. */
export function generateVapidKeys(): { publicKey: string; privateKey: string } {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return {
    publicKey: pair.getPublicKey("base64url"),
    // The number has 32 bytes; leading zeros are left out by Node.js.
    privateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString("base64url"),
  };
}

/** Reads `apiKey` (public key), `secretKey` (private key) and `from` (contact). */
export function vapidOf(credentials: Credentials): Vapid | SendOutcome {
  const publicText = textOf(credentials, "apiKey");
  const privateText = textOf(credentials, "secretKey");
  const subject = subjectOf(textOf(credentials, "from"));
  if (publicText === undefined) return missingCredential("apiKey");
  if (privateText === undefined) return missingCredential("secretKey");
  if (subject === undefined) {
    const reason = "The integration's from is neither a mailto: address nor an https: URL.";
    return { kind: "config_error", reason };
  }
  const privateKey = privateKeyOf(
    Buffer.from(publicText, "base64url"),
    Buffer.from(privateText, "base64url"),
  );
  if (!privateKey) {
    const reason = "The integration's apiKey and secretKey are not a pair of VAPID keys.";
    return { kind: "config_error", reason };
  }
  const publicKey = Buffer.from(publicText, "base64url").toString("base64url");
  return { publicKey, privateKey, subject };
}

/** A bare e-mail address is a contact, too. */
function subjectOf(contact: string | undefined): string | undefined {
  if (contact === undefined) return undefined;
  if (/^(mailto:.+@|https:\/\/)\S+$/i.test(contact)) return contact;
  return /^[^@\s:]+@[^@\s]+$/.test(contact) ? `mailto:${contact}` : undefined;
}

/** The private key, if it belongs to the public one. */
function privateKeyOf(publicKey: Buffer, number: Buffer): KeyObject | undefined {
  try {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(number);
    if (!pair.getPublicKey().equals(publicKey)) return undefined;
    const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map(base64url) as [string, string];
    const key = { kty: "EC", crv: "P-256", x, y, d: base64url(number) };
    return createPrivateKey({ key, format: "jwk" });
  } catch {
    return undefined;
  }
}

function base64url(bytes: Buffer): string {
  return bytes.toString("base64url");
}

/** The `Authorization` header for the push service at `origin` (RFC 8292, sections 2 and 3), and how long it is valid. */
export function vapidHeader(
  { publicKey, privateKey, subject }: Vapid,
  origin: string,
  now: Date,
): IssuedToken {
  const claims = { aud: origin, exp: epochSeconds(now) + VALID_MS / 1_000, sub: subject };
  const jwt = signedJwt({ algorithm: "ES256", key: privateKey, claims });
  return { token: `vapid t=${jwt}, k=${publicKey}`, validForMs: VALID_MS };
}
