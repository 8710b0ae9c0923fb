import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { attemptPatiently, PATIENCE } from "./attempts.ts";
import { createClient, type Tidings, TidingsError } from "./index.ts";
import {
  type Asked,
  failure,
  openStubService,
  type Reply,
  type StubService,
} from "./testing/stub-service.ts";

let service: StubService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

type Options = { retries?: number; timeoutMs?: number };

async function open(
  answer: (asked: Asked, before: number) => Reply,
  options: Options = {},
): Promise<Tidings> {
  service = await openStubService(answer);
  return createClient({ url: service.url, apiKey: "secret", ...options });
}

const answer = { acknowledged: true, status: "processed", transactionId: "txn_1" };
const soon = { headers: { "retry-after": "0" } };
const trigger = (client: Tidings) => client.events.trigger({ name: "welcome", to: "ada" });

test.each([
  ["a 503", { ...failure(503, "busy"), ...soon }],
  ["a 429", { ...failure(429, "too fast"), ...soon }],
  ["a 502 that says no time", { status: 502, text: "<html>" }],
  ["a twin still at work", { ...failure(409, "being processed"), ...soon }],
  ["a connection that breaks", "hang up"],
] as [string, Reply][])("after %s the same request goes out again under the same key", async (_, trouble) => {
  const client = await open((_asked, before) => (before === 0 ? trouble : { status: 201, body: answer }));
  expect(await trigger(client)).toEqual(answer);
  const [first, second] = service?.asked ?? [];
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
  expect(service?.asked).toHaveLength(2);
});

test("a write that takes no key goes out once, whatever becomes of it", async () => {
  const client = await open(() => "hang up");
  const move = client.testClock.move({ advance: { amount: 1, unit: "hours" } });
  await expect(move).rejects.toMatchObject({ status: 0 });
  expect(service?.asked).toHaveLength(1);
  expect(service?.asked[0]?.headers["idempotency-key"]).toBeUndefined();
});

test.each([400, 404, 409, 422, 500])("a %i is final", async (status) => {
  const client = await open(() => failure(status, "no"));
  await expect(trigger(client)).rejects.toMatchObject({ status });
  expect(service?.asked).toHaveLength(1);
});

test("a service that stays away is given up after the retries, and the last refusal told", async () => {
  const client = await open(() => ({ ...failure(503, "still busy"), ...soon }), { retries: 1 });
  await expect(trigger(client)).rejects.toMatchObject({ status: 503, message: "still busy" });
  expect(service?.asked).toHaveLength(2);
});

test("a service that wants to be left alone for long is", async () => {
  const client = await open(() => ({ ...failure(429, "tomorrow"), headers: { "retry-after": "86400" } }));
  await expect(trigger(client)).rejects.toMatchObject({ status: 429 });
  expect(service?.asked).toHaveLength(1);
});

test("a date says how long to wait as well", async () => {
  const date = new Date(Date.now() - 5_000).toUTCString();
  const late: Reply = { ...failure(503, "busy"), headers: { "retry-after": date } };
  const client = await open((_, before) => (before === 0 ? late : { status: 201, body: answer }));
  const begunMs = performance.now();
  await trigger(client);
  expect(performance.now() - begunMs).toBeLessThan(120);
});

test("where nobody listens, the error says so", async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const client = createClient({ url: `http://127.0.0.1:${port}`, apiKey: "secret", retries: 0 });
  await expect(trigger(client)).rejects.toMatchObject({ status: 0, code: "ECONNREFUSED" });
});

test("an answer that does not come in time is given up", async () => {
  const client = createClient({
    url: "http://tidings.test",
    apiKey: "secret",
    retries: 0,
    timeoutMs: 20,
    fetch: (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        setTimeout(() => {}, 100);
      }),
  });
  await expect(trigger(client)).rejects.toMatchObject({ status: 0, code: "TIMEOUT" });
});

test("a service that comes back within its restart answers, under the same key as at first", async () => {
  const first = await openStubService(() => ({ status: 201, body: answer }));
  const { port } = new URL(first.url);
  await first.close();
  const client = createClient({ url: first.url, apiKey: "secret" });
  const reading = client.events.report("txn_1");
  const writing = trigger(client);
  // Four waits at least, where two retries would have ended after 750 ms.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  service = await openStubService(() => ({ status: 201, body: answer }), Number(port));
  expect(await Promise.all([reading, writing])).toEqual([answer, answer]);
  expect(service.asked.map(({ method }) => method).sort()).toEqual(["GET", "POST"]);
});

test("patience lasts for its time, and for two retries however long an attempt takes", async () => {
  const gone = async (attemptMs: number, patienceMs: number) => {
    let attempts = 0;
    const begunMs = performance.now();
    const attempt = async () => {
      attempts += 1;
      await new Promise((resolve) => setTimeout(resolve, attemptMs));
      throw new TidingsError({ status: 0, path: "/", message: "gone", code: "ECONNREFUSED" });
    };
    await expect(attemptPatiently(attempt, { patienceMs })).rejects.toThrow("gone");
    return { attempts, tookMs: performance.now() - begunMs };
  };
  expect((await gone(0, 1_000)).tookMs).toBeGreaterThan(1_000);
  expect((await gone(50, 1)).attempts).toBe(3);
  expect(PATIENCE).toEqual({ patienceMs: expect.any(Number) });
  expect(Object.values(PATIENCE)[0]).toBeGreaterThanOrEqual(15_000);
});
