import { benchEvent, createBenchWorkflow, subscriberAt, triggerRequest } from "./bench-workflow.ts";
import type { Request } from "./http-connection.ts";
import { asFastAsPossible, expectOnly, quantile, type Target } from "./load.ts";
import { openLimit } from "./suite/limit.ts";
import { openOurs, storedCount } from "./suite/ours.ts";
import { NOTIFIERS, openPeers, type Peer } from "./suite/peers.ts";
import { untilStored } from "./suite/stored.ts";
import type { Contender, Options, Round, Workload } from "./suite/workload.ts";

const TRIGGERS = 30_000;
const QUICK_TRIGGERS = 1_000;
const CONNECTIONS = 64;
/** What a service without batches reaches at best: a statement for each trigger. */
const ONE_BY_ONE = { batch: 1, connections: 8 };
/** Of the triggers of a round. */
const WARM_UP_SHARE = 0.1;

export const throughput: Workload = {
  name: "throughput",
  title: "Triggers, from POST to stored message",
  text: "Triggers as fast as 64 connections allow to 2,000 subscribers, with a workflow of one in-app step with two rendered texts. The time ends when the last message is counted through the API. Service, PostgreSQL and load generator share the machine.",
  unit: "trigger",
  rounds: 5,
  open: async (options, leaveOut) => {
    const sizes = sizesOf(options);
    const { ours, limit } = await openOursAndLimit(options, sizes);
    const peers = options.withPeers ? await openPeers(NOTIFIERS, leaveOut) : [];
    const ofPeers = peers.map((peer) => ({ ...peer, ...roundsOf(senderToPeer(peer), sizes) }));
    return [ours, ...ofPeers, ...limit];
  },
};

type Sizes = { count: number; warmUp: number };

function sizesOf({ isQuick, size }: Options): Sizes {
  const count = size ?? (isQuick ? QUICK_TRIGGERS : TRIGGERS);
  return { count, warmUp: Math.ceil(count * WARM_UP_SHARE) };
}

async function openOursAndLimit(
  options: Options,
  sizes: Sizes,
): Promise<{ ours: Contender; limit: Contender[] }> {
  const { target, dataDirectory, roots, count, close } = await openOurs(options);
  await createBenchWorkflow(target);
  const send = senderToOurs(target);
  const ours = { name: "ours", roots, ...count, close, ...roundsOf(send, sizes) };
  // The limit stores the rows of this trigger.
  await send(1);
  if (!dataDirectory) return { ours, limit: [] };
  const limit = await openLimit(dataDirectory, sizes);
  return { ours, limit: [limit, await openLimit(dataDirectory, { ...sizes, ...ONE_BY_ONE }, "one by one")] };
}

/** Sends this many triggers, as fast as the connections allow, and waits until their messages are stored. */
export type Send = (count: number) => Promise<Round>;

function roundsOf(send: Send, { count, warmUp }: Sizes): Pick<Contender, "warmUp" | "round"> {
  return { warmUp: () => send(warmUp), round: () => send(count) };
}

export function senderToPeer({ target, storedCount }: Peer): Send {
  const requestAt = (index: number) => peerTrigger(subscriberAt(index), `text ${index}`);
  return senderTo({ target, requestAt, storedCount });
}

/** A trigger of a peer to one subscriber. */
export function peerTrigger(subscriberId: string, text: string): Request {
  return { path: "/trigger", body: JSON.stringify({ to: [subscriberId], payload: { text } }) };
}

/** `eventAt` has the events; default: those of `benchEvent`. */
export function senderToOurs(target: Target, eventAt: (index: number) => object = benchEvent): Send {
  const requestAt = (index: number) => triggerRequest(eventAt(index));
  return senderTo({ target, requestAt, storedCount: () => storedCount(target) });
}

type Receiver = {
  target: Target;
  requestAt: (index: number) => Request;
  storedCount: () => Promise<number>;
};

function senderTo({ target, requestAt, storedCount }: Receiver): Send {
  return async (count) => {
    const expected = (await storedCount()) + count;
    const startMs = performance.now();
    const load = await asFastAsPossible(target, { count, connections: CONNECTIONS, request: requestAt });
    const refused = expectOnly(201, load);
    await untilStored(expected, storedCount);
    return {
      operations: count,
      durationMs: performance.now() - startMs,
      figures: {
        "accepted (/s)": (count / load.tookMs) * 1_000,
        "answer p50 (ms)": quantile(load.latenciesMs, 0.5),
        "answer p99 (ms)": quantile(load.latenciesMs, 0.99),
        "refused and sent again": refused,
      },
    };
  };
}
