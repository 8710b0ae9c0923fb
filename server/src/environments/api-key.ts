import { randomInt } from "node:crypto";
import type { KeyScope } from "@tidings/contract";
import { sha256 } from "../foundation/secrets.ts";

/** An API key's record, without the key itself. */
export type ApiKey = {
  id: string;
  name: string | null;
  hint: string;
  scopes: readonly KeyScope[];
  createdAt: Date;
  /** The key is refused from this moment on; null if it never expires. */
  expiresAt: Date | null;
  /** Accurate to a minute; null if it was never used. */
  lastUsedAt: Date | null;
};

/** The key of a request and its scopes. */
export type UsedKey = Pick<ApiKey, "id" | "scopes">;

/** A key is 256 random bits after this prefix, which makes a leaked key recognizable. */
const PREFIX = "td_";

const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A new random key: `td_` and 43 letters and digits. Its last characters are typed as an argument, so none is a dash. */
export function generateApiKey(): string {
  const random = Array.from({ length: 43 }, () => LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)]);
  return PREFIX + random.join("");
}

/** The hash by which the database looks a key up. A fast hash is safe: 256 random bits cannot be guessed. */
export function hashApiKey(key: string): Buffer {
  return sha256(key);
}

/** The last four characters, shown to distinguish keys. */
export function hintOf(key: string): string {
  return `…${key.slice(-4)}`;
}

/** Whether the key has the scope; `manage` includes the other scopes. */
export function mayUse({ scopes }: Pick<UsedKey, "scopes">, required: KeyScope): boolean {
  return scopes.includes(required) || scopes.includes("manage");
}
