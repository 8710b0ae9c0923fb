import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { attemptWithRetries, DEFAULT_RETRIES } from "./attempts.ts";
import { createClient, type Tidings, TidingsError } from "./index.ts";
import { useStubClient } from "./testing/stub-client.ts";
import { failure, openStubService, type Reply } from "./testing/stub-service.ts";

const { open, requests } = useStubClient();

const answer = { acknowledged: true, status: "processed", transactionId: "txn_1" };
const soon = { headers: { "retry-after": "0" } };
const trigger = (client: Tidings) => client.events.trigger({ name: "welcome", to: "ada" });

test.each([
  ["a 503", { ...failure(503, "busy"), ...soon }],
  ["a 429", { ...failure(429, "too fast"), ...soon }],
  ["a 502 without Retry-After", { status: 502, text: "<html>" }],
  ["a 409 for a duplicate in progress", { ...failure(409, "being processed"), ...soon }],
  ["a broken connection", "hang up"],
] as [string, Reply][])("after %s: retries with the same idempotency key", async (_, failed) => {
  const client = await open((_request, before) => (before === 0 ? failed : { status: 201, body: answer }));
  expect(await trigger(client)).toEqual(answer);
  const [first, second] = requests();
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
  expect(requests()).toHaveLength(2);
});

test("a write without an idempotency key is never retried", async () => {
  const client = await open(() => "hang up");
  const move = client.testClock.move({ advance: { amount: 1, unit: "hours" } });
  await expect(move).rejects.toMatchObject({ status: 0 });
  expect(requests()).toHaveLength(1);
  expect(requests()[0]?.headers["idempotency-key"]).toBeUndefined();
});

test.each([400, 404, 409, 422, 500])("a %i is not retried", async (status) => {
  const client = await open(() => failure(status, "no"));
  await expect(trigger(client)).rejects.toMatchObject({ status });
  expect(requests()).toHaveLength(1);
});

test("after the last retry, the last refusal is thrown", async () => {
  const client = await open(() => ({ ...failure(503, "still busy"), ...soon }), { retries: 1 });
  await expect(trigger(client)).rejects.toMatchObject({ status: 503, message: "still busy" });
  expect(requests()).toHaveLength(2);
});

test("a Retry-After above 30 s is not waited for", async () => {
  const client = await open(() => ({ ...failure(429, "tomorrow"), headers: { "retry-after": "86400" } }));
  await expect(trigger(client)).rejects.toMatchObject({ status: 429 });
  expect(requests()).toHaveLength(1);
});

test("Retry-After can be an HTTP date", async () => {
  const date = new Date(Date.now() - 5_000).toUTCString();
  const late: Reply = { ...failure(503, "busy"), headers: { "retry-after": date } };
  const client = await open((_, before) => (before === 0 ? late : { status: 201, body: answer }));
  const begunMs = performance.now();
  await trigger(client);
  expect(performance.now() - begunMs).toBeLessThan(120);
});

test("connection refused: status 0 and the network's error code", async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const client = createClient({ url: `http://127.0.0.1:${port}`, apiKey: "secret", retries: 0 });
  await expect(trigger(client)).rejects.toMatchObject({ status: 0, code: "ECONNREFUSED" });
});

test("no answer within timeoutMs: code TIMEOUT", async () => {
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

test("a restart of the service: requests succeed by retrying", async () => {
  const first = await openStubService(() => ({ status: 201, body: answer }));
  const { port } = new URL(first.url);
  await first.close();
  const client = createClient({ url: first.url, apiKey: "secret" });
  const reading = client.events.report("txn_1");
  const writing = trigger(client);
  // At least four delays; two retries would have ended after 750 ms.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const again = await openStubService(() => ({ status: 201, body: answer }), Number(port));
  onTestFinished(() => again.close());
  expect(await Promise.all([reading, writing])).toEqual([answer, answer]);
  expect(again.requests.map(({ method }) => method).sort()).toEqual(["GET", "POST"]);
});

test("default retries: for the retry time, and at least two, however long an attempt takes", async () => {
  const gone = async (attemptMs: number, retryTimeMs: number) => {
    let attempts = 0;
    const begunMs = performance.now();
    const attempt = async () => {
      attempts += 1;
      await new Promise((resolve) => setTimeout(resolve, attemptMs));
      throw new TidingsError({ status: 0, path: "/", message: "gone", code: "ECONNREFUSED" });
    };
    await expect(attemptWithRetries(attempt, { retryTimeMs })).rejects.toThrow("gone");
    return { attempts, tookMs: performance.now() - begunMs };
  };
  expect((await gone(0, 1_000)).tookMs).toBeGreaterThan(1_000);
  expect((await gone(50, 1)).attempts).toBe(3);
  expect(DEFAULT_RETRIES).toEqual({ retryTimeMs: expect.any(Number) });
  expect(Object.values(DEFAULT_RETRIES)[0]).toBeGreaterThanOrEqual(15_000);
});
