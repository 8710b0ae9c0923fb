import { createClient } from "@tidings/client";
import { personAt } from "./filling/population.ts";
import { post, quantile, type Target } from "./load.ts";
import { serve } from "./serving.ts";
import type { Options } from "./suite/workload.ts";

type SubscriberSearch = Parameters<ReturnType<typeof createClient>["subscribers"]["search"]>[0];

const SUBSCRIBERS = 1_000_000;
const NEIGHBOURS = 10_000;
const SUBSCRIBERS_PER_CALL = 500;
const ROUNDS = 3;
const TARGET_P50_MS = 10;
const TARGET_P95_MS = 30;

/** The searches by kind; each round has its own subscriber. */
const SEARCHES: Record<string, (index: number) => SubscriberSearch> = {
  "no filter": () => ({}),
  "email: whole address": (index) => ({ email: emailNear(index) }),
  "email: one letter (z)": () => ({ email: "z" }),
  "email: two letters (ku)": () => ({ email: "ku" }),
  "email: two letters, none (qz)": () => ({ email: "qz" }),
  "email: three letters (umb)": () => ({ email: "umb" }),
  "email: domain of 30 %": () => ({ email: "@gmail.example.com" }),
  "email: domain of 5 %": () => ({ email: "posteo" }),
  "email: all addresses (@)": () => ({ email: "@" }),
  "name: whole": (index) => ({ name: nameOf(index) }),
  "name: one letter (a)": () => ({ name: "a" }),
  "name: one letter, rare (Q)": () => ({ name: "Q" }),
  "name: two letters (an)": () => ({ name: "an" }),
  "name: two letters, rare (Ze)": () => ({ name: "Ze" }),
  "name: two letters, none (qz)": () => ({ name: "qz" }),
  "name: three letters (Chl)": () => ({ name: "Chl" }),
  "name: first name of 5 % (Anna)": () => ({ name: "Anna" }),
  "name: no match": () => ({ name: "Nemo Zqx" }),
  "phone: whole": (index) => ({ phone: phoneNear(index) }),
  "phone: three digits (777)": () => ({ phone: "777" }),
  "phone: country (+49)": () => ({ phone: "+49" }),
  "subscriberId: whole": (index) => ({ subscriberId: `user-${index}` }),
  "subscriberId: common (user)": () => ({ subscriberId: "user" }),
  "search: whole address": (index) => ({ search: emailNear(index) }),
  "search: anna": () => ({ search: "anna" }),
  "search: two letters (an)": () => ({ search: "an" }),
  "search: two letters, none (qz)": () => ({ search: "qz" }),
  "name + email: Anna, gmail": () => ({ name: "Anna", email: "gmail" }),
  "name + email: both whole": (index) => ({ name: nameOf(index), email: emailNear(index) }),
  "name + phone: Anna, 777": () => ({ name: "Anna", phone: "777" }),
  "name + subscriberId: Anna, r-77": () => ({ name: "Anna", subscriberId: "r-77" }),
  "email + phone: gmail, +49": () => ({ email: "gmail", phone: "+49" }),
  "email + subscriberId: gmail, user-7": () => ({ email: "gmail", subscriberId: "user-7" }),
  "phone + subscriberId: +4916, user-7": () => ({ phone: "+4916", subscriberId: "user-7" }),
  "search + email: anna, gmail": () => ({ search: "anna", email: "gmail" }),
};

const ORDERS = (["_id", "updatedAt"] as const).flatMap((orderBy) =>
  (["DESC", "ASC"] as const).map((orderDirection) => ({ orderBy, orderDirection })),
);

type Call = { kind: string; page: string; order: string; ms: number; total: number };

/**
 * Searches among a million subscribers, one after the other, beside another environment with 10,000. `size` is the number
 * of subscribers; `store` keeps them for further runs.
 */
export async function search({ size = SUBSCRIBERS, store }: Options): Promise<string[]> {
  const serving = await serve(store);
  try {
    const lines = await fill(serving, size);
    const calls = await timeCalls(serving, size);
    return [...lines, ...kindTable(calls), ...pageTable(calls)];
  } finally {
    await serving.stop();
    if (store === undefined) await serving.remove();
  }
}

/** Does nothing with a store that an earlier run has filled. */
async function fill(target: Target, size: number): Promise<string[]> {
  const client = createClient(target);
  if ((await client.subscribers.search({ subscriberId: `user-${size - 1}`, limit: 1 })).totalCount > 0)
    return [];
  const line = await upsert(target, size);
  const { apiKeys: [apiKey] = [] } = await client.environments.create({ name: "Neighbour" });
  if (apiKey) await upsert({ url: target.url, apiKey: apiKey.key }, Math.min(NEIGHBOURS, size));
  return [line];
}

/** Two connections: with four on a busy machine, the server sheds load (503). */
async function upsert(target: Target, count: number): Promise<string> {
  const { statuses, tookMs } = await post(target, "/v1/subscribers/bulk", {
    count: Math.ceil(count / SUBSCRIBERS_PER_CALL),
    connections: 2,
    body: (call) => {
      const from = call * SUBSCRIBERS_PER_CALL;
      const length = Math.min(SUBSCRIBERS_PER_CALL, count - from);
      return JSON.stringify({ subscribers: Array.from({ length }, (_, at) => personAt(from + at)) });
    },
  });
  if ([...statuses.keys()].join() !== "201") throw new Error(`statuses ${JSON.stringify([...statuses])}`);
  return `bulk upsert: ${((count * 1_000) / tookMs).toFixed(0)} subscribers/s`;
}

async function timeCalls(target: Target, size: number): Promise<Call[]> {
  const { subscribers } = createClient(target);
  const { _id: middle = "" } = await subscribers.get(`user-${Math.floor(size / 2)}`);
  const pages = { first: {}, deep: { after: middle }, previous: { before: middle } };
  const calls: Call[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [kind, filterOf] of Object.entries(SEARCHES)) {
      const filter = filterOf(Math.floor(((round + 1) * size * 0.618) % size));
      for (const order of ORDERS) {
        for (const [page, cursor] of Object.entries(pages)) {
          const before = performance.now();
          const { totalCount: total } = await subscribers.search({ ...filter, ...order, ...cursor });
          const ms = performance.now() - before;
          calls.push({ kind, page, order: Object.values(order).join(" "), ms, total });
        }
      }
    }
  }
  return calls;
}

function kindTable(calls: readonly Call[]): string[] {
  return tableOf(
    "Search",
    groups(calls, ({ kind }) => kind),
  );
}

function pageTable(calls: readonly Call[]): string[] {
  const byPage = groups(calls, ({ page, order }) => `${page} page, ${order}`);
  return tableOf("Page and order", new Map([...byPage, ["all", calls]]));
}

function groups(calls: readonly Call[], keyOf: (call: Call) => string): Map<string, readonly Call[]> {
  const grouped = new Map<string, Call[]>();
  for (const call of calls) grouped.set(keyOf(call), [...(grouped.get(keyOf(call)) ?? []), call]);
  return grouped;
}

/** The ratio is that to the target; the worst row is repeated below. */
function tableOf(title: string, grouped: ReadonlyMap<string, readonly Call[]>): string[] {
  const rows = [...grouped].map(([name, calls]) => {
    const times = calls.map(({ ms }) => ms);
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    const matches = Math.max(...calls.map(({ total }) => total));
    return { name, matches, p50, p95 };
  });
  const worst = rows.toSorted((a, b) => b.p95 - a.p95)[0];
  return [
    `| ${title} | matches | p50 ms (target ${TARGET_P50_MS}) | p95 ms (target ${TARGET_P95_MS}) |`,
    "| --- | --- | --- | --- |",
    ...rows.map(
      ({ name, matches, p50, p95 }) =>
        `| ${name} | ${matches} | ${againstTarget(p50, TARGET_P50_MS)} | ${againstTarget(p95, TARGET_P95_MS)} |`,
    ),
    `worst: ${worst?.name}, p95 ${worst?.p95.toFixed(1)} ms`,
  ];
}

function againstTarget(ms: number, target: number): string {
  return `${ms.toFixed(1)} (${(ms / target).toFixed(2)})`;
}

/** The address, or the phone number, of the first subscriber from this number on that has one. */
function emailNear(index: number): string {
  return personAt(index).email ?? emailNear(index + 1);
}

function phoneNear(index: number): string {
  return personAt(index).phone ?? phoneNear(index + 1);
}

function nameOf(index: number): string {
  const { firstName, lastName } = personAt(index);
  return `${firstName} ${lastName}`;
}
