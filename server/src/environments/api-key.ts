import { randomBytes } from "node:crypto";
import type { KeyScope } from "@tidings/contract";
import { sha256 } from "../foundation/secrets.ts";

/** A key as it is stored, without the key itself. */
export type ApiKey = {
  id: string;
  name: string | null;
  hint: string;
  scopes: readonly KeyScope[];
  createdAt: Date;
  /** From then on it is refused; null is never. */
  expiresAt: Date | null;
  /** To a minute; null where it was never used. */
  lastUsedAt: Date | null;
};

/** Which key a request is made with, and what it may do. */
export type UsedKey = Pick<ApiKey, "id" | "scopes">;

/** A key is 256 random bits with a word before it that tells what it is when it is found somewhere. */
const PREFIX = "td_";

export function generateApiKey(): string {
  return PREFIX + randomBytes(32).toString("base64url");
}

/** What the database looks a key up by. A fast hash is right: there is nothing to guess in 256 random bits. */
export function hashApiKey(key: string): Buffer {
  return sha256(key);
}

/** What people may see of a key to tell it from others. */
export function hintOf(key: string): string {
  return `…${key.slice(-4)}`;
}

/** `manage` includes the other scopes. */
export function mayUse({ scopes }: Pick<UsedKey, "scopes">, wanted: KeyScope): boolean {
  return scopes.includes(wanted) || scopes.includes("manage");
}
