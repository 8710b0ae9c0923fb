import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** Encryption keys by id, 32 bytes each: `current` seals, all of them open. */
export type Keyring = { readonly current: string; readonly keys: ReadonlyMap<string, Buffer> };

/**
 * Reads `k2:<base64>,k1:<base64>` (the setting TIDINGS_SECRETS_KEYS).
 * @throws Error with a sentence that does not contain the key.
 */
export function parseKeyring(text: string): Keyring {
  const keys = new Map<string, Buffer>();
  for (const entry of text.split(",").map((part) => part.trim())) {
    const [id = "", value = ""] = entry.split(/:(.*)/s);
    const key = Buffer.from(value, "base64");
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) throw new Error("each secrets key is written as id:base64");
    if (key.length !== 32) throw new Error(`the secrets key "${id}" must be 32 bytes in base64`);
    keys.set(id, key);
  }
  return { current: [...keys.keys()][0] as string, keys };
}

/** A new random keyring of one key, in the format of `parseKeyring`. */
export function generateKeyring(id = "k1"): string {
  return `${id}:${randomBytes(32).toString("base64")}`;
}

/**
 * Seals a text as `v1.<key id>.<nonce>.<ciphertext>.<tag>` with AES-256-GCM. `place` (environment and record) is
 * authenticated too: a sealed text copied to another record does not open there.
 */
export function seal(keyring: Keyring, place: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyring.keys.get(keyring.current) as Buffer, nonce);
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const parts = [nonce, sealed, cipher.getAuthTag()].map((part) => part.toString("base64url"));
  return ["v1", keyring.current, ...parts].join(".");
}

/** Opens a text sealed by `seal`. @throws Error when the key is unknown or the text was changed or moved. */
export function open(keyring: Keyring, place: string, sealed: string): string {
  const [version, keyId = "", nonce = "", text = "", tag = ""] = sealed.split(".");
  const key = keyring.keys.get(keyId);
  if (version !== "v1" || !key) throw new Error(`sealed with an unknown key "${keyId}"`);
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(Buffer.from(tag, "base64url"));
  return decipher.update(Buffer.from(text, "base64url"), undefined, "utf8") + decipher.final("utf8");
}

const SIGNATURE_BYTES = 16;

/** HMAC-SHA256, shortened to 128 bits, with a key derived from a secrets key (RFC 5869): each purpose has its own. */
function signatureOf(key: Buffer, purpose: string, bytes: Buffer): Buffer {
  const derived = Buffer.from(hkdfSync("sha256", key, "", `tidings|sign|${purpose}`, 32));
  return createHmac("sha256", derived).update(bytes).digest().subarray(0, SIGNATURE_BYTES);
}

/** Signs with the current key. */
function sign(keyring: Keyring, purpose: string, bytes: Buffer): Buffer {
  return signatureOf(keyring.keys.get(keyring.current) as Buffer, purpose, bytes);
}

/** Whether one of the keys made the signature for this purpose. */
function isSigned(keyring: Keyring, purpose: string, signed: { bytes: Buffer; signature: Buffer }): boolean {
  const { bytes, signature } = signed;
  if (signature.length !== SIGNATURE_BYTES) return false;
  return [...keyring.keys.values()].some((key) =>
    timingSafeEqual(signatureOf(key, purpose, bytes), signature),
  );
}

/** Seals and opens with one keyring. A place is `environment|table|record id`. */
export type Secrets = {
  seal(place: string, text: string): string;
  /** @throws Error when the key is unknown or the text was changed or moved. */
  open(place: string, sealed: string): string;
  /** A signature of 16 bytes; one for another purpose is not valid. */
  sign(purpose: string, bytes: Buffer): Buffer;
  isSigned(purpose: string, bytes: Buffer, signature: Buffer): boolean;
};

/** Without a keyring (a process that neither writes nor reads secrets) the functions throw. */
export function secretsWith(keyring: Keyring | undefined): Secrets {
  const requireKeyring = (): Keyring => {
    if (keyring) return keyring;
    throw new Error("the database was opened without its encryption keys");
  };
  return {
    seal: (place, text) => seal(requireKeyring(), place, text),
    open: (place, sealed) => open(requireKeyring(), place, sealed),
    sign: (purpose, bytes) => sign(requireKeyring(), purpose, bytes),
    isSigned: (purpose, bytes, signature) => isSigned(requireKeyring(), purpose, { bytes, signature }),
  };
}

/** SHA-256 as bytes. A fast hash suffices: its inputs have 256 bits of randomness or are not secret. */
export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
