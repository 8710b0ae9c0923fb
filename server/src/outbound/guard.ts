import { lookup as dnsLookup } from "node:dns/promises";
import { isPublic, parseAddress } from "./address.ts";
import { canonicalHost, isAddressAllowed, isSocketAllowed, type OutboundAllow } from "./allow-list.ts";

export type Refusal = { kind: "forbidden" | "unreachable"; reason: string };
type GuardedHost = { kind: "open"; addresses: string[] } | Refusal;

/** Returns all addresses of a name. A parameter, so that tests can simulate names that resolve differently. */
export type Lookup = (host: string) => Promise<string[]>;
export type OutboundGuard = { readonly allow: OutboundAllow; readonly lookup: Lookup };

/** The machine's own resolver, with its hosts file. */
export const systemLookup: Lookup = async (host) =>
  (await dnsLookup(host, { all: true })).map((entry) => entry.address);

/**
 * Concurrent lookups of the same name share one: a batch of sends to one webhook would otherwise queue in the four threads
 * that the resolver shares with the file system. Results are not cached: with a cache between check and use, such guards
 * could be bypassed in other products.
 */
export function sharedLookup(lookup: Lookup): Lookup {
  const underway = new Map<string, Promise<string[]>>();
  return (host) => {
    const known = underway.get(host);
    if (known) return known;
    const fresh = lookup(host).finally(() => underway.delete(host));
    underway.set(host, fresh);
    return fresh;
  };
}

/** Names of cloud metadata services; their addresses are link-local or listed in `address.ts`. */
const METADATA_NAME = /^metadata(\.|$)/;
const HOST_NAME = /^[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?$/;

/** Refuses a host by its name, before anything is resolved. */
export function refusalOfHost(host: string, port: number, allow: OutboundAllow): Refusal | undefined {
  const name = canonicalHost(host);
  if (isSocketAllowed(allow, name, port)) return undefined;
  const address = parseAddress(name);
  if (address) {
    const isOpen = isPublic(address) || isAddressAllowed(allow, address, port);
    return isOpen ? undefined : forbidden(`${name} is not a public address`);
  }
  if (!HOST_NAME.test(name)) return forbidden("the host is not a valid name");
  return METADATA_NAME.test(name) ? forbidden(`${name} is a name of a metadata service`) : undefined;
}

/**
 * The addresses of a host to connect to. All of its addresses must be allowed: a private address among public ones is an
 * attack. The caller connects to one of the returned addresses and never resolves the name again.
 */
export async function guardHost(host: string, port: number, guard: OutboundGuard): Promise<GuardedHost> {
  const refusal = refusalOfHost(host, port, guard.allow);
  if (refusal) return refusal;
  const name = canonicalHost(host);
  const literal = parseAddress(name);
  if (literal) return { kind: "open", addresses: [literal.toString()] };
  const found = await guard.lookup(name).catch(() => []);
  if (found.length === 0) return { kind: "unreachable", reason: `the name ${name} could not be resolved` };
  const isOpen =
    isSocketAllowed(guard.allow, name, port) || found.every((address) => isOpenTo(address, port, guard));
  return isOpen
    ? { kind: "open", addresses: found }
    : forbidden(`${name} resolves to an address that is not public`);
}

function isOpenTo(text: string, port: number, guard: OutboundGuard): boolean {
  const address = parseAddress(text);
  return address !== undefined && (isPublic(address) || isAddressAllowed(guard.allow, address, port));
}

export function forbidden(reason: string): Refusal {
  return { kind: "forbidden", reason };
}
