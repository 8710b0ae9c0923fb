import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Time } from "../foundation/clock.ts";
import type { Log } from "../foundation/log.ts";
import type { CheckDestination, HttpCall, HttpResult, ResolvedHost } from "../providers/provider.ts";
import { refusalOfHeaders } from "../providers/request-headers.ts";
import type { OutboundAllow } from "./allow-list.ts";
import { createDestinationCheck } from "./check-destination.ts";
import { DEFAULT_TIMEOUTS, type Timeouts } from "./deadlines.ts";
import { exchange, type OutboundContext } from "./exchange.ts";
import {
  forbidden,
  guardHost,
  type Lookup,
  type OutboundGuard,
  sharedLookup,
  systemLookup,
} from "./guard.ts";
import { createHttp2Sessions } from "./http2-sessions.ts";
import { refusalOfMailSocket, targetOf } from "./target.ts";

/** The only access to the network. Failures of the network or the peer are results, not exceptions. */
export type Outbound = {
  request: (call: HttpCall) => Promise<HttpResult>;
  resolve: (host: string, port: number) => Promise<ResolvedHost>;
  /** Whether calls to a destination would be refused; does not call it. */
  checkDestination: CheckDestination;
  now: () => Date;
  close: () => void;
};

type OutboundOptions = {
  allow: OutboundAllow;
  time: Time;
  log?: Log;
  timeouts?: Timeouts;
  /** Default: the machine's own resolver. */
  lookup?: Lookup;
};

const AGENT_OPTIONS = {
  keepAlive: true,
  // As many calls of one integration may run at a time (bulkheads.ts): with fewer, each burst would open new connections.
  maxFreeSockets: 200,
  // Idle connections are closed after 3 s, two seconds before Node.js, the most common peer, closes them: a request on a
  // connection that is just being closed would count as "may have arrived" although it was not processed.
  timeout: 3_000,
  // Node's 250 ms per address family let slow connections fail (nodejs/node#54359); connectMs limits the time anyway.
  autoSelectFamilyAttemptTimeout: 1_000,
} as const;

export function createOutbound(options: OutboundOptions): Outbound {
  const guard: OutboundGuard = { allow: options.allow, lookup: sharedLookup(options.lookup ?? systemLookup) };
  const agents = {
    "http:": new HttpAgent(AGENT_OPTIONS),
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise disable the check for the whole process.
    "https:": new HttpsAgent({ ...AGENT_OPTIONS, rejectUnauthorized: true }),
  };
  const http2 = createHttp2Sessions();
  const context: OutboundContext = {
    guard,
    http2,
    agentFor: (url) => (url.protocol === "https:" ? agents["https:"] : agents["http:"]),
    timeouts: options.timeouts ?? DEFAULT_TIMEOUTS,
    time: options.time,
  };
  return {
    async request(call) {
      const result = await requestThrough(call, context);
      if (result.kind === "forbidden") options.log?.warn({ reason: result.reason }, "outbound call refused");
      return result;
    },
    resolve: (host, port) => resolveFor(host, port, guard),
    checkDestination: createDestinationCheck(guard, options.time),
    now: options.time.now,
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
      http2.close();
    },
  };
}

async function requestThrough(call: HttpCall, context: OutboundContext): Promise<HttpResult> {
  const refusal = refusalOfHeaders(call.headers ?? {});
  if (refusal) return forbidden(refusal);
  const target = targetOf(call.url, context.guard.allow);
  return target.kind === "target" ? exchange(target, call, context) : target;
}

/** For SMTP, which has its own client: one checked address to connect to. */
async function resolveFor(host: string, port: number, guard: OutboundGuard): Promise<ResolvedHost> {
  const refusal = refusalOfMailSocket(host, port, guard.allow);
  if (refusal) return refusal;
  const guarded = await guardHost(host, port, guard);
  if (guarded.kind !== "open") return guarded;
  return { kind: "resolved", address: guarded.addresses[0] ?? "" };
}
