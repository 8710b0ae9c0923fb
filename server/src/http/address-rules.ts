import type { Settings } from "../foundation/settings.ts";
import { type ClientAddress, createClientAddress, parseTrustedProxies } from "./client-address.ts";
import { createRefuseOtherOrigins, type RefuseOtherOrigins } from "./same-origin.ts";

/** What depends on how clients reach the service: directly, or through trusted proxies. */
export type AddressRules = {
  readonly clientAddress: ClientAddress;
  readonly refuseOtherOrigins: RefuseOtherOrigins;
};

export function createAddressRules(settings: Pick<Settings, "publicUrl" | "trustedProxies">): AddressRules {
  const { publicUrl } = settings;
  const clientAddress = createClientAddress(parseTrustedProxies(settings.trustedProxies));
  return { clientAddress, refuseOtherOrigins: createRefuseOtherOrigins({ publicUrl, clientAddress }) };
}
