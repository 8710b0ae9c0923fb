import { randomBytes } from "node:crypto";
import { sha256 } from "../foundation/secrets.ts";

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
