import { lookup as dnsLookup } from "node:dns/promises";
import { isPublic, parseAddress } from "./address.ts";
import { canonicalHost, isAddressAllowed, isSocketAllowed, type OutboundAllow } from "./allow-list.ts";

export type Refusal = { kind: "forbidden" | "unreachable"; reason: string };
type GuardedHost = { kind: "open"; addresses: string[] } | Refusal;

/** Answers every address of a name. Handed in, so that a test can play a name that changes its mind. */
export type Lookup = (host: string) => Promise<string[]>;
export type Guard = { readonly allow: OutboundAllow; readonly lookup: Lookup };

/** The machine's own resolver, with its hosts file. */
export const systemLookup: Lookup = async (host) =>
  (await dnsLookup(host, { all: true })).map((entry) => entry.address);

/**
 * One lookup for all who ask for the same name at the same moment: a batch of sends to one webhook would otherwise
 * queue in the four threads the resolver shares with the file system. Nothing is kept after the answer; a cache
 * between check and use is how such guards were passed elsewhere (reliability-facts 2.2).
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

/** Cloud metadata services under a name; by address they are link-local or listed in `address.ts`. */
const METADATA_NAME = /^metadata(\.|$)/;
const HOST_NAME = /^[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?$/;

/** A host that is refused by its spelling, before anything is resolved. */
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
 * The addresses one may connect to now. All of a name's addresses must be open: one private address among public ones
 * is somebody trying. The caller connects to what is answered here and never resolves again.
 */
export async function guardHost(host: string, port: number, guard: Guard): Promise<GuardedHost> {
  const refusal = refusalOfHost(host, port, guard.allow);
  if (refusal) return refusal;
  const name = canonicalHost(host);
  const literal = parseAddress(name);
  if (literal) return { kind: "open", addresses: [literal.toString()] };
  const found = await guard.lookup(name).catch(() => []);
  if (found.length === 0) return { kind: "unreachable", reason: `the name ${name} could not be resolved` };
  const isOpen = isSocketAllowed(guard.allow, name, port) || found.every((one) => isOpenTo(one, port, guard));
  return isOpen
    ? { kind: "open", addresses: found }
    : forbidden(`${name} resolves to an address that is not public`);
}

function isOpenTo(text: string, port: number, guard: Guard): boolean {
  const address = parseAddress(text);
  return address !== undefined && (isPublic(address) || isAddressAllowed(guard.allow, address, port));
}

export function forbidden(reason: string): Refusal {
  return { kind: "forbidden", reason };
}
