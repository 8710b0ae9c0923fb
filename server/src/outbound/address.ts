import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

const GLOBAL_UNICAST_IPV6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];
const NAT64 = ipaddr.parseCIDR("64:ff9b::/96") as [ipaddr.IPv6, number];
/** Azure's wire server: an ordinary public address that hands out secrets of the machine. */
const AZURE_WIRE_SERVER = "168.63.129.16";

/**
 * Reads an IP literal in any spelling (`0x7f.1`, `[::ffff:7f00:1]`), or undefined for a name. An IPv4 address that
 * travels inside an IPv6 one (mapped, or NAT64 as DNS64 hands it out) becomes the IPv4 address it leads to.
 */
export function parseAddress(text: string): Address | undefined {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  if (!ipaddr.isValid(bare)) return undefined;
  const address = ipaddr.process(bare);
  if (address instanceof ipaddr.IPv6 && address.match(NAT64)) {
    return ipaddr.fromByteArray(address.toByteArray().slice(12));
  }
  return address;
}

/**
 * True for an address on the open internet that is not this machine's own. `ipaddr.js` knows the special-purpose
 * registries; of the 47 special addresses tried, its `unicast` let through 168.63.129.16, 100:0:0:1::/64 and ::/96
 * (reliability-facts 3). For IPv6 only 2000::/3 has ever been handed out (RFC 4291), so nothing else is public.
 */
export function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST_IPV6)) return false;
  return address.toString() !== AZURE_WIRE_SERVER && !isOwn(address);
}

/** A server that listens on all addresses is reachable under its public one too; that is still this machine. */
function isOwn(address: Address): boolean {
  const text = address.toString();
  return Object.values(networkInterfaces()).some((interfaces) =>
    interfaces?.some((one) => parseAddress(one.address)?.toString() === text),
  );
}
