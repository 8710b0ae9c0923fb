import { setTimeout as sleep } from "node:timers/promises";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { encodeInTurns } from "../src/http/encode-in-turns.ts";
import { stringifyInTurns } from "../src/http/stringify-in-turns.ts";
import { detailsOf } from "../testing/job-readings.ts";
import { digest, inApp, lasting } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

/** Lists of large records: no answer is much larger than 16 MB, and paging returns each record once. */

const MB = 2 ** 20;
const MAX_ANSWER = 20 * MB;
const MAX_GROWTH = 900 * MB;

const service = await useTestService();
let environment: TestEnvironment;

type Read = { body: any; bytes: number };

async function read(path: string): Promise<Read> {
  const headers = { authorization: `ApiKey ${environment.apiKey}` };
  const response = await fetch(service.url + path, { headers });
  const text = await response.text();
  expect([response.status, text.slice(0, response.ok ? 0 : 500)]).toEqual([200, ""]);
  expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
  return { body: JSON.parse(text), bytes: Buffer.byteLength(text) };
}

type Walked = { ids: string[]; largest: number; sizes: number[] };

/** Follows a shortened page as the descriptions of the two operations say. */
async function walkNumbered(path: string, limit: number): Promise<Walked> {
  const walked: Walked = { ids: [], largest: 0, sizes: [] };
  for (let next = { page: 0, limit }; ; ) {
    const { body, bytes } = await read(`${path}?page=${next.page}&limit=${next.limit}`);
    walked.ids.push(...body.data.map(({ _id }: { _id: string }) => _id));
    walked.largest = Math.max(walked.largest, bytes);
    walked.sizes.push(body.pageSize);
    if (!body.hasMore) return walked;
    next = { page: (next.page * next.limit) / body.pageSize + 1, limit: body.pageSize };
  }
}

async function walkCursor(path: string, direction: "after" | "before", start?: string): Promise<Walked> {
  const walked: Walked = { ids: [], largest: 0, sizes: [] };
  for (let cursor = start ?? ""; ; ) {
    const { body, bytes } = await read(`${path}?limit=100${cursor && `&${direction}=${cursor}`}`);
    const ids = body.data.map(({ _id }: { _id: string }) => _id);
    walked.ids = direction === "after" ? [...walked.ids, ...ids] : [...ids, ...walked.ids];
    walked.largest = Math.max(walked.largest, bytes);
    walked.sizes.push(ids.length);
    cursor = direction === "after" ? body.next : body.previous;
    if (cursor === null) return walked;
  }
}

const idsIn = async (table: "notifications" | "messages") => {
  const rows = await service.database.queryPlanned<{ id: string }>(
    table === "messages"
      ? sql`select id from messages where environment_id = ${environment.id} order by id desc`
      : sql`select id from notifications where environment_id = ${environment.id} order by id desc`,
  );
  return rows.map(({ id }) => id);
};

describe("given 40 notifications of 20 steps with payloads of 250 kB", () => {
  const STEPS = 20;
  const COUNT = 40;
  let baseline: number;

  beforeAll(async () => {
    environment = await service.newEnvironment();
    const steps = Array.from({ length: STEPS }, (_, at) => ({ ...inApp("Hi"), stepId: `inbox-${at}` }));
    await environment.given.workflow("long", steps);
    const payload = { text: "<".repeat(250_000) };
    for (let n = 0; n < COUNT; n += 1) await environment.trigger("long", `s-${n}`, { payload });
    const countDone = async () => {
      const [row] = await service.database.queryPlanned<{ count: number }>(sql`
        select count(*)::int as count from jobs
        where environment_id = ${environment.id} and status = 'completed'`);
      return row?.count;
    };
    while ((await countDone()) !== STEPS * COUNT) await sleep(200);
    baseline = process.memoryUsage().rss;
  });

  test("notifications: paging returns each once, and no response exceeds 20 MB", async () => {
    const walked = await walkNumbered("/v1/notifications", 50);
    expect(walked.ids).toEqual(await idsIn("notifications"));
    expect(new Set(walked.sizes)).toEqual(new Set([2]));
    expect(walked.largest).toBeLessThan(MAX_ANSWER);
    expect(process.memoryUsage().rss - baseline).toBeLessThan(MAX_GROWTH);
  });

  test("messages: paging returns each once, and no response exceeds 20 MB", async () => {
    const walked = await walkNumbered("/v1/messages", 1_000);
    expect(walked.ids).toEqual(await idsIn("messages"));
    expect(new Set(walked.sizes)).toEqual(new Set([50]));
    expect(walked.largest).toBeLessThan(MAX_ANSWER);
    expect(process.memoryUsage().rss - baseline).toBeLessThan(MAX_GROWTH);
  });

  test("given a page in the middle, paging continues after it", async () => {
    const all = await idsIn("notifications");
    const { body } = await read("/v1/notifications?page=2&limit=9");
    expect([body.pageSize, body.hasMore]).toEqual([3, true]);
    expect(body.data.map(({ _id }: { _id: string }) => _id)).toEqual(all.slice(18, 21));
    const next = await read(`/v1/notifications?page=${(2 * 9) / 3 + 1}&limit=3`);
    expect(next.body.data.map(({ _id }: { _id: string }) => _id)).toEqual(all.slice(21, 24));
  });
});

describe("given stored subscribers and topics with 4 MB of data each", () => {
  const COUNT = 9;
  beforeAll(async () => {
    environment = await service.newEnvironment();
    const subscriberIds = Array.from({ length: COUNT }, (_, at) => `s-${at}`);
    for (const subscriberId of subscriberIds) await environment.given.subscriber(subscriberId);
    for (const at of subscriberIds.keys()) {
      await environment.given.topic(`t-${at}`);
      await environment.post(`/v2/topics/t-${at}/subscriptions`, { subscriberIds });
    }
    const large = JSON.stringify({ text: "x".repeat(4_000_000) });
    await service.database.queryPlanned(sql`
      update subscribers set data = ${large}::json where environment_id = ${environment.id}`);
    await service.database.queryPlanned(sql`
      update topics set data = ${large}::json where environment_id = ${environment.id}`);
  });

  const LISTS = [
    "/v2/subscribers",
    "/v2/topics",
    "/v2/topics/t-1/subscriptions",
    "/v2/subscribers/s-1/subscriptions",
  ];

  test.each(LISTS)("%s: paging forward and back returns each once, four per page", async (path) => {
    const forth = await walkCursor(path, "after");
    expect([forth.ids.length, new Set(forth.ids).size]).toEqual([COUNT, COUNT]);
    expect(forth.sizes).toEqual([4, 4, 1]);
    expect(forth.largest).toBeLessThan(MAX_ANSWER);
    const last = forth.ids.at(-1) as string;
    const back = await walkCursor(path, "before", last);
    expect([...back.ids, last]).toEqual(forth.ids);
    expect(back.sizes).toEqual([4, 4]);
  });
});

test("given a digest of 30 events of 250 kB, its notification shows 4 MB of them", async () => {
  environment = await frozenAt(service);
  await environment.given.workflow("digest", [digest(lasting(4, "seconds")), inApp("Hi")]);
  const payload = { text: "<".repeat(250_000) };
  const first = await environment.trigger("digest", "ada", { payload });
  // Triggers are expanded concurrently: the others are sent once the first one's window is open.
  await settled(environment);
  for (let n = 1; n < 30; n += 1) await environment.trigger("digest", "ada", { payload });
  await advance(environment, 4, "seconds");
  const [finished] = await environment.finished(first, 1);
  const { body, bytes } = await read(`/v1/notifications/${finished._id}`);
  for (const { jobs } of [finished, body]) expect(jobs[0].digest.events.length).toBe(16);
  expect(detailsOf(body.jobs[0]).length).toBeGreaterThan(0);
  expect(body.jobs[0].executionDetails.at(-1).raw).toContain('"eventCount":30');
  expect(bytes).toBeLessThan(MAX_ANSWER);
});

/** Other tests run on the same processors, so the bound holds for the fastest of three tries. */
test("given a response of 16 MB, no turn of the event loop that builds it takes 100 ms", async () => {
  const data = Array.from({ length: 64 }, (_, at) => ({ _id: String(at), text: '"<'.repeat(128_000) }));
  const given = { data, next: null, none: undefined };
  const longest: number[] = [];
  let charged = 0;
  const charge = (ms: number) => {
    charged += ms;
  };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const turns = watchTurns();
    const pieces = await encodeInTurns(await stringifyInTurns(given, charge), charge);
    longest.push(turns.stop());
    expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify(given));
  }
  expect(charged).toBeGreaterThan(0);
  expect(Math.min(...longest)).toBeLessThan(100);
});

/** `stop` returns the processor time of the longest turn in milliseconds: other processes do not make it longer. */
function watchTurns(): { stop(): number } {
  let longestMs = 0;
  let before = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    before = process.cpuUsage();
  };
  const timer = setInterval(look, 0);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return longestMs;
    },
  };
}
