import type { Mailbox } from "../provider.ts";

/**
 * Reads `ada@example.com`, `Ada <ada@example.com>` or `"Lovelace, Ada \"A.\"" <ada@example.com>`. In a quoted name (RFC 5322, section
 * 3.2.4) a backslash stands before a character that is meant literally, and brackets are part of the name. The caller checks the
 * address (`isAddrSpec`).
 */
export function readMailbox(text: string): Mailbox {
  const [, words = "", address = ""] = /^(.*)<([^<>]*)>\s*$/s.exec(text) ?? [];
  const name = nameIn(words.trim());
  if (address === "" || name === undefined) return { address: text.trim() };
  return name === "" ? { address: address.trim() } : { address: address.trim(), name };
}

/** Undefined for brackets outside of quotes. */
function nameIn(words: string): string | undefined {
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/s.exec(words) ?? [];
  if (quoted !== undefined) return quoted.replace(/\\(.)/gs, "$1");
  return /[<>]/.test(words) ? undefined : words;
}
