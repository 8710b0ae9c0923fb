import { setTimeout as sleep } from "node:timers/promises";
import type { DestinationRefusal, Reach } from "../providers/provider.ts";
import { parseAddress } from "./address.ts";
import { parseOutboundAllow } from "./allow-list.ts";
import { type Guard, guardHost, type Refusal } from "./guard.ts";
import { refusalOfMailSocket, targetOf } from "./target.ts";

/** A name that is not resolved by then is judged when something is sent to it. */
const LOOKUP_MS = 500;

/**
 * Says of a destination whether calls to it would be refused now; nothing where that cannot be known in half a second.
 * It resolves one name at a time: the resolver has four threads, which the file system and all sending use too.
 */
export function createDestinationCheck(
  guard: Guard,
): (reach: Reach) => Promise<DestinationRefusal | undefined> {
  let isLookingUp = false;
  return async (reach) => {
    const seen = judge(reach, guard);
    if (seen.kind === "forbidden") return { reason: seen.reason, ...allowing(reach) };
    if (seen.kind !== "target" || isLookingUp) return undefined;
    isLookingUp = true;
    const looking = guardHost(seen.host, seen.port, guard).finally(() => {
      isLookingUp = false;
    });
    const guarded = await Promise.race([looking, sleep(LOOKUP_MS, undefined, { ref: false })]);
    return guarded?.kind === "forbidden" ? { reason: guarded.reason, ...allowing(reach) } : undefined;
  };
}

type Place = { kind: "target"; host: string; port: number };

function judge(reach: Reach, { allow }: Guard): Place | Refusal {
  if ("url" in reach) return targetOf(reach.url, allow);
  const { host, port } = reach;
  return refusalOfMailSocket(host, port, allow) ?? { kind: "target", host, port };
}

/** The entry of the setting with which the operator would allow the destination; none where no entry would do. */
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
