import { createClient } from "@tidings/client";
import { benchEvent, createBenchWorkflow, triggerRequest } from "./bench-workflow.ts";
import { asFastAsPossible, atRate, expectOnly, quantile, type Target } from "./load.ts";
import { openLimit } from "./suite/limit.ts";
import { type Ours, openOurs, storedCount } from "./suite/ours.ts";
import { NOTIFIERS, openPeers, type Peer } from "./suite/peers.ts";
import { allStats, residentMb, treeOf } from "./suite/process-trees.ts";
import { untilStored } from "./suite/stored.ts";
import type { Contender, Round, Workload } from "./suite/workload.ts";

const SUBSCRIBERS = 100_000;
const QUICK_SUBSCRIBERS = 2_000;
const SUBSCRIBERS_PER_CALL = 500;
const MEMBERS_PER_CALL = 100;
const CONNECTIONS = 4;
const OTHERS_PER_SECOND = 20;
const ALONE_MS = 3_000;
const TOPIC = "all";

export const broadcast: Workload = {
  name: "broadcast",
  title: "One trigger to a large topic",
  text: "One trigger to a topic with as many subscribers as a round has operations, until all messages are counted through the API. Meanwhile another environment triggers 20 times a second; its response times are compared with those without the broadcast. Peers get all recipients in one request.",
  unit: "recipient",
  rounds: 3,
  open: async (options, leaveOut) => {
    const count = options.size ?? (options.isQuick ? QUICK_SUBSCRIBERS : SUBSCRIBERS);
    const ours = await openOurs(options);
    await createBenchWorkflow(ours.target);
    await fillTopic(ours.target, count);
    const other = await openEnvironment(ours.target);
    const sizes = { count, warmUp: count, leftOut: ["triggers"] };
    const round = () => broadcastBesideOthers(ours, other, count);
    const { target, dataDirectory } = ours;
    const warmUp = () =>
      timeUntilStored(
        count,
        () => sendToTopic(target),
        () => storedCount(target),
      );
    const { roots, close } = ours;
    const first: Contender = { name: "ours", roots, ...ours.count, close, warmUp, round };
    await sendOne(target);
    const limit = dataDirectory ? [await openLimit(dataDirectory, sizes)] : [];
    const peers = options.withPeers ? await openPeers(NOTIFIERS, leaveOut) : [];
    return [first, ...peers.map((peer) => contenderOf(peer, count)), ...limit];
  },
};

function contenderOf(peer: Peer, count: number): Contender {
  const to = Array.from({ length: count }, (_, index) => recipient(index));
  const request = { path: "/trigger", body: JSON.stringify({ to, payload: { text: "to all" } }) };
  const send = () => sendOnce(peer.target, request);
  const round = () => timeUntilStored(count, send, peer.storedCount);
  return { ...peer, warmUp: round, round };
}

const recipient = (index: number) => `member-${index}`;

async function fillTopic(target: Target, count: number): Promise<void> {
  const ids = (from: number, length: number) =>
    Array.from({ length: Math.min(length, count - from) }, (_, at) => recipient(from + at));
  const inCalls = async (path: string, perCall: number, bodyOf: (ids: string[]) => object) => {
    const load = await asFastAsPossible(target, {
      count: Math.ceil(count / perCall),
      connections: CONNECTIONS,
      request: (call) => ({ path, body: JSON.stringify(bodyOf(ids(call * perCall, perCall))) }),
    });
    expectOnly(201, load);
  };
  await inCalls("/v1/subscribers/bulk", SUBSCRIBERS_PER_CALL, (all) => ({
    subscribers: all.map((subscriberId) => ({ subscriberId })),
  }));
  await createClient(target).topics.create({ key: TOPIC, name: TOPIC });
  const path = `/v2/topics/${TOPIC}/subscriptions`;
  await inCalls(path, MEMBERS_PER_CALL, (subscriberIds) => ({ subscriberIds }));
}

/** The environment that shares the service with the broadcast. */
async function openEnvironment(target: Target): Promise<Target> {
  const name = `other-${Date.now().toString(36)}`;
  const { apiKeys } = await createClient(target).environments.create({ name });
  const other = { url: target.url, apiKey: apiKeys[0]?.key ?? "" };
  await createBenchWorkflow(other);
  await sendOne(other);
  return other;
}

async function broadcastBesideOthers(ours: Ours, other: Target, count: number): Promise<Round> {
  const { target } = ours;
  let isOn = true;
  const aloneMs = performance.now() + ALONE_MS;
  const alone = await triggersOf(other, () => performance.now() < aloneMs);
  const before = serviceMb(ours);
  const beside = triggersOf(other, () => isOn);
  const round = await timeUntilStored(
    count,
    () => sendToTopic(target),
    () => storedCount(target),
  ).finally(() => {
    isOn = false;
  });
  const { latenciesMs } = await beside;
  return {
    ...round,
    figures: {
      "others' p99 alone (ms)": quantile(alone.latenciesMs, 0.99),
      "others' p99 beside it (ms)": quantile(latenciesMs, 0.99),
      ...(before === undefined ? {} : { "memory of the service before (MB)": before }),
    },
  };
}

function triggersOf(other: Target, shouldContinue: () => boolean) {
  const request = (index: number) => triggerRequest(benchEvent(index));
  return atRate(other, { perSecond: OTHERS_PER_SECOND, shouldContinue, request });
}

function serviceMb({ roots }: Ours): number | undefined {
  const [service, ...others] = roots().map(({ pid }) => pid);
  if (service === undefined) return undefined;
  return residentMb(treeOf(allStats(), [service], others).map(({ pid }) => pid));
}

async function timeUntilStored(
  count: number,
  send: () => Promise<void>,
  stored: () => Promise<number>,
): Promise<Round> {
  const expected = (await stored()) + count;
  const startMs = performance.now();
  await send();
  await untilStored(expected, stored);
  return { operations: count, durationMs: performance.now() - startMs };
}

const sendToTopic = (target: Target) =>
  sendOnce(
    target,
    triggerRequest({ name: "bench", to: [{ type: "Topic", topicKey: TOPIC }], payload: { text: "to all" } }),
  );

async function sendOne(target: Target): Promise<void> {
  const expected = (await storedCount(target)) + 1;
  await sendOnce(target, triggerRequest(benchEvent(0)));
  await untilStored(expected, () => storedCount(target));
}

async function sendOnce(target: Target, request: { path: string; body?: string }): Promise<void> {
  expectOnly(201, await asFastAsPossible(target, { count: 1, connections: 1, request: () => request }));
}
