import { sha256 } from "../foundation/secrets.ts";

/** Names an address among the subjects of a stored response without showing it. */
export function addressMark(address: string): string {
  return `address ${sha256(address.trim().toLowerCase()).toString("hex")}`;
}
