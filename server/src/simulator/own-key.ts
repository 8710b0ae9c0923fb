import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type ECDH,
  type KeyObject,
} from "node:crypto";

/** A key pair on the curve P-256. */
export type OwnKey = {
  pair: ECDH;
  /** In base64url: the uncompressed point, and the private number. */
  publicPoint: string;
  privateNumber: string;
  publicKey: KeyObject;
  pem: string;
};

/**
 * A key pair that is always the same for a name: an integration with it works after a restart of the simulator. It protects
 * nothing.
 */
export function ownKey(name: string): OwnKey {
  const number = createHash("sha256").update(`simulator ${name}`).digest();
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(number);
  const point = pair.getPublicKey();
  const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
  const key = createPrivateKey({
    key: { kty: "EC", crv: "P-256", x, y, d: number.toString("base64url") },
    format: "jwk",
  });
  return {
    pair,
    publicPoint: point.toString("base64url"),
    privateNumber: number.toString("base64url"),
    publicKey: createPublicKey(key),
    pem: key.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
