import type { Time } from "../foundation/clock.ts";
import { within } from "../foundation/within.ts";
import type { DestinationRefusal, Reach } from "../providers/provider.ts";
import { parseAddress } from "./address.ts";
import { parseOutboundAllow } from "./allow-list.ts";
import { guardHost, type OutboundGuard, type Refusal } from "./guard.ts";
import { refusalOfMailSocket, targetOf } from "./target.ts";

/** A name that is not resolved within this time is only checked when something is sent to it. */
const LOOKUP_MS = 500;

/**
 * Whether calls to a destination would be refused now; undefined when that is not known within half a second. Resolves one
 * name at a time: the resolver has four threads, which the file system and all sending also use.
 */
export function createDestinationCheck(
  guard: OutboundGuard,
  time: Time,
): (reach: Reach) => Promise<DestinationRefusal | undefined> {
  let isLookingUp = false;
  return async (reach) => {
    const checked = check(reach, guard);
    if (checked.kind === "forbidden") return { reason: checked.reason, ...allowing(reach) };
    if (checked.kind !== "target" || isLookingUp) return undefined;
    isLookingUp = true;
    const looking = guardHost(checked.host, checked.port, guard).finally(() => {
      isLookingUp = false;
    });
    const guarded = await within(time, LOOKUP_MS, looking);
    return guarded?.kind === "forbidden" ? { reason: guarded.reason, ...allowing(reach) } : undefined;
  };
}

type HostAndPort = { kind: "target"; host: string; port: number };

function check(reach: Reach, { allow }: OutboundGuard): HostAndPort | Refusal {
  if ("url" in reach) return targetOf(reach.url, allow);
  const { host, port } = reach;
  return refusalOfMailSocket(host, port, allow) ?? { kind: "target", host, port };
}

/** The entry of TIDINGS_OUTBOUND_ALLOW that would allow the destination, if there is one. */
function allowing(reach: Reach): Pick<DestinationRefusal, "allow"> {
  const socket = "url" in reach ? socketOf(reach.url) : socketNamed(reach.host, reach.port);
  try {
    if (socket !== undefined) parseOutboundAllow(socket);
    return socket === undefined ? {} : { allow: socket };
  } catch {
    return {};
  }
}

function socketOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password } = new URL(text);
  if ((protocol !== "https:" && protocol !== "http:") || username || password) return undefined;
  return socketNamed(hostname, Number(port) || (protocol === "https:" ? 443 : 80));
}

function socketNamed(host: string, port: number): string {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  const isBracketed = bare.includes(":") && parseAddress(bare) !== undefined;
  return `${isBracketed ? `[${bare}]` : bare}:${port}`;
}
