import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

const GLOBAL_UNICAST_IPV6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];
const NAT64 = ipaddr.parseCIDR("64:ff9b::/96") as [ipaddr.IPv6, number];
/** Azure's wire server: an ordinary public address that returns secrets of the machine. */
const AZURE_WIRE_SERVER = "168.63.129.16";

/**
 * Reads an IP literal in any notation (`0x7f.1`, `[::ffff:7f00:1]`); undefined for a name. An IPv4 address within an IPv6
 * address (mapped, or NAT64 from DNS64) becomes the IPv4 address.
 */
export function parseAddress(text: string): IpAddress | undefined {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  if (!ipaddr.isValid(bare)) return undefined;
  const address = ipaddr.process(bare);
  if (address instanceof ipaddr.IPv6 && address.match(NAT64)) {
    return ipaddr.fromByteArray(address.toByteArray().slice(12));
  }
  return address;
}

/**
 * True for a public internet address that is not this machine's own. `ipaddr.js` knows the special-purpose registries; of
 * 47 special addresses tried, its `unicast` wrongly accepted 168.63.129.16, 100:0:0:1::/64 and ::/96. For IPv6 only
 * 2000::/3 has been assigned (RFC 4291), so nothing else is public.
 */
export function isPublic(address: IpAddress): boolean {
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST_IPV6)) return false;
  return address.toString() !== AZURE_WIRE_SERVER && !isOwn(address);
}

/** A server that listens on all addresses can also be reached by the machine's public address. */
function isOwn(address: IpAddress): boolean {
  const text = address.toString();
  return Object.values(networkInterfaces()).some((interfaces) =>
    interfaces?.some(({ address }) => parseAddress(address)?.toString() === text),
  );
}
