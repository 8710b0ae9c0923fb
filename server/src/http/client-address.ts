import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** An address and the number of its bits that count. */
type Network = readonly [Address, number];

/** The client's address for rate limits: an IPv4 address, or the /64 of an IPv6 address. */
export type ClientAddress = {
  (request: Pick<IncomingMessage, "headers" | "socket">): string;
  /** Whose a connection is; undefined for one of a trusted proxy, which brings requests of many clients. */
  ofConnection(socket: Pick<Socket, "remoteAddress">): string | undefined;
};

/**
 * Any client can set X-Forwarded-For, so without trusted proxies only the socket's address counts. Entries that trusted
 * proxies added are read from the end, up to the first address that is not a trusted proxy.
 */
export function createClientAddress(trustedProxies: readonly Network[]): ClientAddress {
  const isProxy = (address: Address) => trustedProxies.some((network) => isInside(address, network));
  const peers = new WeakMap<object, Peer>();
  const peerOf = (socket: Pick<Socket, "remoteAddress">): Peer => {
    const known = peers.get(socket);
    if (known) return known;
    const address = read(socket.remoteAddress ?? "");
    const peer = { name: address ? nameOf(address) : "unknown", isProxy: !!address && isProxy(address) };
    // Node.js no longer knows the address of a connection that has ended.
    if (address) peers.set(socket, peer);
    return peer;
  };
  const ofRequest = ({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): string => {
    const peer = peerOf(socket);
    return peer.isProxy ? forwardedBy(peer, headers["x-forwarded-for"], isProxy) : peer.name;
  };
  return Object.assign(ofRequest, {
    ofConnection: (socket: Pick<Socket, "remoteAddress">) => {
      const { name, isProxy: isOfMany } = peerOf(socket);
      return isOfMany ? undefined : name;
    },
  });
}

/** The other end of a connection. Its address is read once for all requests of the connection. */
type Peer = { name: string; isProxy: boolean };

/** The last address that a trusted proxy names and that is none itself; the proxy's own, where that is not readable. */
function forwardedBy(
  { name }: Peer,
  header: string | string[] | undefined,
  isProxy: (address: Address) => boolean,
): string {
  let client: Address | undefined;
  const forwarded = [header ?? []].flat().join(",").split(",").reverse();
  for (const text of forwarded) {
    if (client && !isProxy(client)) break;
    const next = read(text.trim());
    if (!next) break;
    client = next;
  }
  return client ? nameOf(client) : name;
}

/**
 * Reads addresses (`10.1.2.3`) and networks (`10.0.0.0/8`, `fd00::/8`), separated by commas or spaces.
 * @throws Error with the rest of the sentence "TIDINGS_TRUSTED_PROXIES …".
 */
export function parseTrustedProxies(text: string): Network[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
  return entries.map((entry) => {
    if (ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || ipaddr.IPv6.isValidCIDR(entry)) {
      return ipaddr.parseCIDR(entry);
    }
    const address = isLiteral(entry) ? ipaddr.parse(entry) : undefined;
    if (!address) throw new Error(`must be comma-separated addresses or CIDRs; "${entry}" is neither`);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  });
}

/** An IPv4-mapped IPv6 address (`::ffff:10.1.2.3`) counts as the IPv4 address. */
function read(text: string): Address | undefined {
  return isLiteral(text) ? ipaddr.process(text) : undefined;
}

/** Rejects `10.1` and octal spellings. */
function isLiteral(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function isInside(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** A household or machine has a whole /64 (RFC 6177) and could use a new address for each request. */
function nameOf(address: Address): string {
  if (address.kind() === "ipv4") return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
