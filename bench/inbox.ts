import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@tidings/client";
import { createBenchWorkflow } from "./bench-workflow.ts";
import { type BenchSession, inboxGet, openSession, openSocket } from "./inbox-clients.ts";
import { post, quantile, type Target } from "./load.ts";
import { serve } from "./serving.ts";
import { residentMb } from "./suite/process-trees.ts";
import type { Figures, Survey } from "./suite/workload.ts";

const MESSAGES = 1_000_000;
const MESSAGES_OF_SUBSCRIBER = 10;
const EVENTS_PER_CALL = 100;
const CALLS = 500;
const SOCKETS = 5_000;
const PUSHES_PER_SECOND = 200;
const PUSH_SECONDS = 15;
/** Not counted: the first triggers of a process are slower. */
const WARM_UP_SECONDS = 5;
const MEMBERS_PER_CALL = 100;
const TOPIC = "connected";

const TARGETS: Figures = {
  "session p50 (ms)": 5,
  "list of ten p50 (ms)": 3,
  "counts p50 (ms)": 3,
  "memory of a socket (KB)": 30,
  "push p50 (ms)": 30,
  "push p99 (ms)": 150,
  "one trigger to all sockets (ms)": 3_000,
};

/** `--size` is the number of messages. */
export const inbox: Survey = {
  name: "inbox",
  title: "The inbox on a million messages",
  text: `In-app messages of a tenth as many subscribers; the process starts anew after they are stored. ${CALLS} calls of a browser one after the other, then ${SOCKETS.toLocaleString("en")} sockets of socket.io on one process: pushes from POST to frame at ${PUSHES_PER_SECOND} triggers/s (after ${WARM_UP_SECONDS} s), and one trigger to all of them.`,
  unit: "message",
  survey: async (options) => {
    const operations = options.size ?? MESSAGES;
    const ours = { name: "ours", rounds: [{ operations, figures: await figuresOf(operations) }] };
    return [ours, { name: "target", rounds: [{ operations, figures: TARGETS }] }];
  },
};

async function figuresOf(size: number): Promise<Figures> {
  const subscribers = Math.ceil(size / MESSAGES_OF_SUBSCRIBER);
  const seeding = await serve();
  try {
    await createBenchWorkflow(seeding);
    await seed(seeding, size, subscribers);
  } finally {
    await seeding.stop();
  }
  // A process that has just stored a million messages would shrink while the memory of its sockets is measured.
  const serving = await serve(seeding.dataDirectory);
  try {
    const environmentId = (await createClient(serving).environments.me())._id;
    const target = { ...serving, environmentId };
    const calls = await timeCalls(target, subscribers);
    const sessions = await openSessions(target, Math.min(SOCKETS, subscribers));
    return { ...calls, ...(await timeSockets(serving, sessions)) };
  } finally {
    await serving.stop();
    await serving.remove();
  }
}

async function seed(target: Target, size: number, subscribers: number): Promise<void> {
  const event = (index: number) => ({
    name: "bench",
    to: `s${index % subscribers}`,
    payload: { text: `seed ${index}` },
  });
  const { statuses } = await post(target, "/v1/events/trigger/bulk", {
    count: Math.ceil(size / EVENTS_PER_CALL),
    connections: 8,
    body: (call) => {
      const events = Array.from({ length: EVENTS_PER_CALL }, (_, at) => event(call * EVENTS_PER_CALL + at));
      return JSON.stringify({ events });
    },
  });
  if ([...statuses.keys()].join() !== "201") throw new Error(`statuses ${JSON.stringify([...statuses])}`);
  while (((await createClient(target).messages.list({ limit: 1 })).totalCount ?? 0) < size) await sleep(200);
}

type InboxTarget = Target & { environmentId: string };

/** Calls of different subscribers, one after the other, so that a time is that of the service. */
async function timeCalls(target: InboxTarget, subscribers: number): Promise<Figures> {
  const filters = encodeURIComponent(JSON.stringify([{ read: false }, { seen: false }]));
  const times = { session: [] as number[], "list of ten": [] as number[], counts: [] as number[] };
  const timed = async <Result>(name: keyof typeof times, call: () => Promise<Result>): Promise<Result> => {
    const before = performance.now();
    const result = await call();
    times[name].push(performance.now() - before);
    return result;
  };
  for (let index = 0; index < CALLS; index += 1) {
    const subscriberId = `s${(index * 7_919) % subscribers}`;
    const session = await timed("session", () => openSession(target, subscriberId));
    await timed("list of ten", () => inboxGet(target, session, "/notifications?limit=10"));
    await timed("counts", () => inboxGet(target, session, `/notifications/count?filters=${filters}`));
  }
  return Object.assign({}, ...Object.entries(times).map(([name, all]) => quantiles(name, all)));
}

async function openSessions(target: InboxTarget, count: number): Promise<BenchSession[]> {
  const sessions: BenchSession[] = [];
  for (let index = 0; index < count; index += 1) sessions.push(await openSession(target, `s${index}`));
  return sessions;
}

async function timeSockets(
  serving: Target & { pid: number },
  sessions: readonly BenchSession[],
): Promise<Figures> {
  await sleep(5_000);
  const before = residentMb([serving.pid]);
  const arrivals = new Map<string, number[]>();
  const onText = (text: string) => arrivals.set(text, [...(arrivals.get(text) ?? []), performance.now()]);
  const sockets = [];
  for (const session of sessions) sockets.push(await openSocket(serving.url, session, onText));
  await sleep(5_000);
  const kb = ((residentMb([serving.pid]) - before) * 1_024) / sessions.length;
  const pushes = await timePushes(serving, sessions, arrivals);
  const broadcast = await timeBroadcast(serving, sessions, arrivals);
  for (const socket of sockets) socket.terminate();
  return {
    "memory of a socket (KB)": kb,
    ...quantiles("push", pushes),
    "pushes received": pushes.length,
    ...broadcast,
  };
}

/** Each trigger is for one connected subscriber. */
async function timePushes(
  target: Target,
  sessions: readonly BenchSession[],
  arrivals: ReadonlyMap<string, number[]>,
): Promise<number[]> {
  const sent: number[] = [];
  const posting: Promise<unknown>[] = [];
  const startMs = performance.now();
  const warmUp = PUSHES_PER_SECOND * WARM_UP_SECONDS;
  for (let index = 0; index < warmUp + PUSHES_PER_SECOND * PUSH_SECONDS; index += 1) {
    const waitMs = startMs + (index * 1_000) / PUSHES_PER_SECOND - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    sent.push(performance.now());
    const to = sessions[(index * 31) % sessions.length]?.subscriberId;
    posting.push(trigger(target, { name: "bench", to, payload: { text: `push ${index}` } }));
  }
  await Promise.all(posting);
  await sleep(3_000);
  const took = sent.map((sentMs, index) => (arrivals.get(`push ${index}`) ?? []).map((at) => at - sentMs));
  return took.slice(warmUp).flat();
}

async function timeBroadcast(
  target: Target,
  sessions: readonly BenchSession[],
  arrivals: ReadonlyMap<string, number[]>,
): Promise<Figures> {
  const all = sessions.map(({ subscriberId }) => subscriberId);
  await call(target, "/v2/topics", { key: TOPIC, name: TOPIC });
  for (let from = 0; from < all.length; from += MEMBERS_PER_CALL) {
    const subscriberIds = all.slice(from, from + MEMBERS_PER_CALL);
    await call(target, `/v2/topics/${TOPIC}/subscriptions`, { subscriberIds });
  }
  const startMs = performance.now();
  const to = [{ type: "Topic", topicKey: TOPIC }];
  await trigger(target, { name: "bench", to, payload: { text: "broadcast" } });
  const arrived = () => arrivals.get("broadcast") ?? [];
  while (arrived().length < all.length && performance.now() - startMs < 30_000) await sleep(10);
  const last = Math.max(0, ...arrived().map((at) => at - startMs));
  return { "one trigger to all sockets (ms)": last, "sockets that received it": arrived().length };
}

const trigger = (target: Target, body: object) => call(target, "/v1/events/trigger", body);

async function call({ url, apiKey }: Target, path: string, body: object): Promise<void> {
  const headers = { authorization: `ApiKey ${apiKey}`, "content-type": "application/json" };
  const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
}

function quantiles(name: string, all: readonly number[]): Figures {
  return { [`${name} p50 (ms)`]: quantile(all, 0.5), [`${name} p99 (ms)`]: quantile(all, 0.99) };
}
