import type { Mailbox } from "../provider.ts";

/** Reads `ada@example.com` or `Ada <ada@example.com>`. The caller checks the address (`isAddrSpec`). */
export function readMailbox(text: string): Mailbox {
  const [, name = "", address = ""] = /^([^<>]*)<([^<>]*)>\s*$/.exec(text) ?? [];
  const shown = name.trim().replace(/^"([^"\\]*)"$/, "$1");
  if (address === "") return { address: text.trim() };
  return shown === "" ? { address: address.trim() } : { address: address.trim(), name: shown };
}
