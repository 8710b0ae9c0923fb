import { createDecipheriv, type ECDH, hkdfSync } from "node:crypto";

/** A browser's keys: the pair, and the authentication secret. */
export type BrowserKeys = { pair: ECDH; auth: Buffer };

const SALT_BYTES = 16;
const TAG_BYTES = 16;

/**
 * What a browser does with a message: decrypts one record of the content encoding `aes128gcm` (RFC 8188, with the keys of RFC 8291) and
 * parses its JSON. Undefined for a body that it cannot read.
 */
export function decryptWebPush(body: Buffer, { pair, auth }: BrowserKeys): unknown {
  try {
    const salt = body.subarray(0, SALT_BYTES);
    const keyLength = body.readUInt8(SALT_BYTES + 4);
    const start = SALT_BYTES + 5 + keyLength;
    const senderKey = body.subarray(SALT_BYTES + 5, start);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), senderKey]);
    const secret = hkdf(pair.computeSecret(senderKey), auth, info, 32);
    const key = hkdf(secret, salt, "Content-Encoding: aes128gcm\0", 16);
    const nonce = hkdf(secret, salt, "Content-Encoding: nonce\0", 12);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(body.subarray(-TAG_BYTES));
    const record = Buffer.concat([decipher.update(body.subarray(start, -TAG_BYTES)), decipher.final()]);
    // The last byte that is not zero ends the text.
    return JSON.parse(record.subarray(0, record.lastIndexOf(2)).toString());
  } catch {
    return undefined;
  }
}

function hkdf(key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, length));
}
