import ipaddr from "ipaddr.js";
import { type IpAddress, parseAddress } from "./address.ts";

/** Destinations that the operator allows, from the setting TIDINGS_OUTBOUND_ALLOW. */
export type OutboundAllow = {
  /** Their addresses are treated as public; the rule for ports still applies. */
  readonly networks: readonly [IpAddress, number][];
  /** `host:port`, allowed for any address of the host and any port. */
  readonly sockets: ReadonlySet<string>;
};

/**
 * Reads entries separated by commas or spaces: a network (`10.1.0.0/16`, `fd00::/8`), one address (`10.1.2.3`), or a
 * host with its port (`mail.internal:25`, `[::1]:9000`).
 * @throws Error with a sentence that names the invalid entry.
 */
export function parseOutboundAllow(text: string): OutboundAllow {
  const networks: [IpAddress, number][] = [];
  const sockets = new Set<string>();
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== "")) {
    const network = readNetwork(entry);
    if (network) networks.push(network);
    else sockets.add(readSocket(entry));
  }
  return { networks, sockets };
}

/** Whether the operator allowed this host with this port. */
export function isSocketAllowed(allow: OutboundAllow, host: string, port: number): boolean {
  return allow.sockets.has(`${canonicalHost(host)}:${port}`);
}

/** Whether the operator allowed this address: its network, or the address itself with this port. */
export function isAddressAllowed(allow: OutboundAllow, address: IpAddress, port: number): boolean {
  if (allow.sockets.has(`${address.toString()}:${port}`)) return true;
  return allow.networks.some(([network, bits]) => isInside(address, network, bits));
}

/** The canonical name of a host: lower case, no trailing dot, no brackets, IP literals as `ipaddr.js` writes them. */
export function canonicalHost(host: string): string {
  return parseAddress(host)?.toString() ?? host.toLowerCase().replace(/\.+$/, "");
}

function isInside(address: IpAddress, network: IpAddress, bits: number): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** `10.1/8` and octal notations are rejected: they could allow more than the operator intended. */
function readNetwork(entry: string): [IpAddress, number] | undefined {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || ipaddr.IPv6.isValidCIDR(entry)) {
    return ipaddr.parseCIDR(entry);
  }
  if (ipaddr.IPv4.isValidFourPartDecimal(entry)) return [ipaddr.parse(entry), 32];
  return ipaddr.IPv6.isValid(entry) ? [ipaddr.parse(entry), 128] : undefined;
}

const SOCKET = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,252}))(?::)([0-9]{1,5})$/;

function readSocket(entry: string): string {
  const [, host = "", port = ""] = SOCKET.exec(entry) ?? [];
  const isBracketed = host.startsWith("[");
  const isHost = isBracketed ? ipaddr.IPv6.isValid(host.slice(1, -1)) : host !== "";
  if (!isHost || Number(port) < 1 || Number(port) > 65535) {
    throw new Error(
      `TIDINGS_OUTBOUND_ALLOW: "${entry}" is neither a network (10.0.0.0/8), an address (10.1.2.3) nor a host with its port (mail.internal:25, [::1]:9000)`,
    );
  }
  return `${canonicalHost(host)}:${Number(port)}`;
}
