import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** What a browser gives for the encryption: its public key (65 bytes) and its authentication secret (16 bytes). */
export type SubscriptionKeys = { publicKey: Buffer; auth: Buffer };

/** Chosen anew for each message; a parameter so that a test can compare the bytes with those of RFC 8291. */
type Chosen = { salt: Buffer; privateKey?: Buffer };

const RECORD_SIZE = 4_096;
const TAG_BYTES = 16;
/** Salt, record size, length of the key, and the sender's public key. */
const HEADER_BYTES = 16 + 4 + 1 + 65;
/** Push services need not accept more than 4,096 bytes (RFC 8030, section 7.2); one byte ends the record. */
export const MAX_PLAIN_BYTES = RECORD_SIZE - HEADER_BYTES - TAG_BYTES - 1;
const LAST_RECORD = Buffer.from([2]);

/**
 * Encrypts a message for one browser (RFC 8291) as one record of the content encoding `aes128gcm` (RFC 8188).
 * @throws Error if the public key is not a point of the curve P-256.
 */
export function encrypted(
  plain: Buffer,
  { publicKey, auth }: SubscriptionKeys,
  { salt, privateKey }: Chosen = { salt: randomBytes(16) },
): Buffer {
  const sender = createECDH("prime256v1");
  if (privateKey) sender.setPrivateKey(privateKey);
  else sender.generateKeys();
  const senderKey = sender.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, senderKey]);
  const secret = derived({ key: sender.computeSecret(publicKey), salt: auth, info: keyInfo, length: 32 });
  const contentKey = derived({ key: secret, salt, info: "Content-Encoding: aes128gcm\0", length: 16 });
  const nonce = derived({ key: secret, salt, info: "Content-Encoding: nonce\0", length: 12 });
  const cipher = createCipheriv("aes-128-gcm", contentKey, nonce);
  const record = [cipher.update(plain), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()];
  const lengths = Buffer.alloc(5);
  lengths.writeUInt32BE(RECORD_SIZE, 0);
  lengths.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, lengths, senderKey, ...record]);
}

type Derivation = { key: Buffer; salt: Buffer; info: Buffer | string; length: number };

/** HKDF with SHA-256 (RFC 5869). */
function derived({ key, salt, info, length }: Derivation): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, length));
}
