import { setTimeout as sleep } from "node:timers/promises";
import { benchEvent, createBenchWorkflow, subscriberAt, triggerRequest } from "./bench-workflow.ts";
import { HttpConnection, type Request } from "./http-connection.ts";
import { atRate, quantile, type Target } from "./load.ts";
import { openLimit } from "./suite/limit.ts";
import { openOurs, storedCount } from "./suite/ours.ts";
import { NOTIFIERS, openPeers, type Peer } from "./suite/peers.ts";
import { untilStored } from "./suite/stored.ts";
import type { Contender, Options, Round, Workload } from "./suite/workload.ts";
import { peerTrigger, type Send, senderToOurs, senderToPeer } from "./throughput.ts";

const IDLE_TRIGGERS = 300;
const QUICK_IDLE_TRIGGERS = 30;
/** Between two triggers, so that the service is idle. */
const IDLE_PAUSE_MS = 10;
const POLL_PAUSE_MS = 1;
const SHARE_OF_SUSTAINED = 0.8;
const LOADED_S = 10;
const QUICK_LOADED_S = 2;
const SUSTAINED_TRIGGERS = 8_000;
const QUICK_SUSTAINED_TRIGGERS = 1_000;

export const latency: Workload = {
  name: "latency",
  title: "Latency of a trigger",
  text: "p50 and p99: one trigger at a time on an idle service, from the request until its message is readable through the API; for the limit, until the commit. Answer at 80 %: response times of triggers that are sent at 80 % of the rate that the warm-up sustained, each counted from its planned moment. A peer finds a message by its new subscriber, and is sent 80 % of its own rate. Processor time includes that of looking for the message.",
  unit: "trigger",
  rounds: 5,
  open: async (options, leaveOut) => {
    const { target, dataDirectory, roots, count, close } = await openOurs(options);
    await createBenchWorkflow(target);
    const send = senderToOurs(target);
    // The limit stores the rows of this trigger.
    await send(1);
    const ours = { name: "ours", roots, ...count, close, ...roundsOf(serviceOfOurs(target, send), options) };
    const peers = options.withPeers ? await openPeers(NOTIFIERS, leaveOut) : [];
    const ofPeers = peers.map((peer) => ({ ...peer, ...roundsOf(serviceOfPeer(peer), options) }));
    if (!dataDirectory) return [ours, ...ofPeers];
    const idle = idleCount(options);
    const limit = await openLimit(dataDirectory, { count: idle, warmUp: idle, batch: 1, connections: 1 });
    return [ours, ...ofPeers, limit];
  },
};

const idleCount = ({ isQuick, size }: Options) => size ?? (isQuick ? QUICK_IDLE_TRIGGERS : IDLE_TRIGGERS);

type Service = {
  readonly target: Target;
  readonly send: Send;
  readonly storedCount: () => Promise<number>;
  /** A trigger whose message `listOf(key)` finds, if there is a key. The key has not been used before. */
  triggerOf(index: number, key?: string): Request;
  /** The path of the list. */
  listOf(key: string): string;
};

function serviceOfOurs(target: Target, send: Send): Service {
  return {
    target,
    send,
    storedCount: () => storedCount(target),
    triggerOf: (index, transactionId) => triggerRequest({ ...benchEvent(index), transactionId }),
    listOf: (transactionId) => `/v1/messages?transactionId=${transactionId}&limit=1`,
  };
}

function serviceOfPeer(peer: Peer): Service {
  return {
    target: peer.target,
    send: senderToPeer(peer),
    storedCount: peer.storedCount,
    triggerOf: (index, subscriberId = subscriberAt(index)) => peerTrigger(subscriberId, `text ${index}`),
    listOf: (subscriberId) => `/messages?subscriberId=${subscriberId}&limit=1`,
  };
}

/** The warm-up measures the sustained rate; the rounds use a share of it. */
function roundsOf(service: Service, options: Options): Pick<Contender, "warmUp" | "round"> {
  let perSecond = 0;
  const warmUp = async () => {
    const round = await service.send(options.isQuick ? QUICK_SUSTAINED_TRIGGERS : SUSTAINED_TRIGGERS);
    perSecond = (round.operations / (round.durationMs ?? Number.NaN)) * 1_000 * SHARE_OF_SUSTAINED;
    return round;
  };
  return { warmUp, round: () => idleThenLoaded(service, perSecond, options) };
}

async function idleThenLoaded(service: Service, perSecond: number, options: Options): Promise<Round> {
  const idleMs = await untilReadable(service, idleCount(options));
  const storedBefore = await service.storedCount();
  const endMs = performance.now() + (options.isQuick ? QUICK_LOADED_S : LOADED_S) * 1_000;
  const { latenciesMs, statuses } = await atRate(service.target, {
    perSecond,
    shouldContinue: () => performance.now() < endMs,
    request: (index) => service.triggerOf(index),
  });
  const accepted = statuses.get(201) ?? 0;
  await untilStored(storedBefore + accepted, service.storedCount);
  return {
    operations: idleMs.length + accepted,
    latenciesMs: idleMs,
    figures: {
      "answer p50 at 80 % (ms)": quantile(latenciesMs, 0.5),
      "answer p99 at 80 % (ms)": quantile(latenciesMs, 0.99),
      "rate at 80 % (/s)": perSecond,
      "refused at 80 %": latenciesMs.length - accepted,
    },
  };
}

/** Triggers one after the other, and looks for the message of each until the list has it. */
async function untilReadable(service: Service, count: number): Promise<number[]> {
  const connection = new HttpConnection(service.target);
  const run = Date.now().toString(36);
  const latenciesMs: number[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(IDLE_PAUSE_MS);
    const key = `idle-${run}-${index}`;
    const startMs = performance.now();
    await connection.send(service.triggerOf(index, key));
    while (!(await isReadable(connection, service.listOf(key)))) await sleep(POLL_PAUSE_MS);
    latenciesMs.push(performance.now() - startMs);
  }
  connection.close();
  return latenciesMs;
}

async function isReadable(connection: HttpConnection, path: string): Promise<boolean> {
  const { status, body } = await connection.send({ path });
  if (status !== 200) throw new Error(`the list of messages answered ${status}: ${body}`);
  return (JSON.parse(body.toString()) as { data: unknown[] }).data.length > 0;
}
