import { textOf } from "./credential.ts";
import type { Credentials } from "./provider.ts";
import { addressOf } from "./vendor-api.ts";

/** The integration's account at a vendor. */
export type Account = {
  /** A credential; an optional one that is missing is "". */
  text(field: string): string;
  /** The URL of a path at the vendor's address, or at `baseUrl`. */
  url(vendorAddress: string, path: string): string;
};

export function accountOf(credentials: Credentials): Account {
  return {
    text: (field) => textOf(credentials, field) ?? "",
    url: (vendorAddress, path) => `${addressOf(credentials, vendorAddress)}${path}`,
  };
}
