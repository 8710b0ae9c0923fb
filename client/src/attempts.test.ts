import { expect, test } from "vitest";
import { type Answer, attemptWithRetries, DEFAULT_RETRIES } from "./attempts.ts";
import { createClient, type Tidings, TidingsError } from "./index.ts";
import { useStubClient } from "./testing/stub-client.ts";
import { failure, type Reply } from "./testing/stub-service.ts";

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

test.each([
  { name: "in the past: retries at once", date: "Sat, 31 Jan 2026 11:59:55 GMT", waitMs: 0 },
  { name: "ahead: retries at that time", date: "Sat, 31 Jan 2026 12:00:02 GMT", waitMs: 2_000 },
])("Retry-After is an HTTP date $name", async ({ date, waitMs }) => {
  const time = virtualTime();
  const answers = [
    { status: 503, retryAfter: date, text: "busy" },
    { status: 201, retryAfter: null, text: "" },
  ];
  const attempt = async () => answers.shift() as Answer;
  expect(await attemptWithRetries(attempt, DEFAULT_RETRIES, { time })).toMatchObject({ status: 201 });
  expect(time.waits).toEqual([waitMs]);
});

test("connection refused: status 0 and the network's error code", async () => {
  // Not a port that was free a moment ago: another process may have it now.
  const client = createClient({ url: "http://127.0.0.1:2", apiKey: "secret", retries: 0 });
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

test.each([
  ["reads", "GET", (client: Tidings) => client.events.report("txn_1")],
  ["writes", "POST", trigger],
] as const)("by default, %s are retried more often than the two times that are certain", async (...given) => {
  const [, method, call] = given;
  const busy = { ...failure(503, "starting"), ...soon };
  const client = await open((_, before) => (before < 6 ? busy : { status: 201, body: answer }));
  expect(await call(client)).toEqual(answer);
  expect(requests().map((request) => request.method)).toEqual(Array(7).fill(method));
});

/** Fails for this time; each attempt takes the other one. */
async function whileGone(goneMs: number, attemptMs: number) {
  const time = virtualTime();
  let attempts = 0;
  const attempt = async (): Promise<Answer> => {
    attempts += 1;
    if (time.monotonicMs() >= goneMs) return { status: 201, retryAfter: null, text: "" };
    time.pass(attemptMs);
    throw new TidingsError({ status: 0, path: "/", message: "gone", code: "ECONNREFUSED" });
  };
  const retrying = attemptWithRetries(attempt, DEFAULT_RETRIES, { time });
  const isAnswered = await retrying.then(
    () => true,
    () => false,
  );
  return { isAnswered, attempts, waits: time.waits, tookMs: time.monotonicMs() };
}

test("default retries: outlive a restart of 15 s; delays double up to 2 s, with jitter of a half", async () => {
  const { isAnswered, waits } = await whileGone(15_000, 0);
  expect(isAnswered).toBe(true);
  expect(waits.length).toBeGreaterThan(8);
  for (const [failed, waitMs] of waits.entries()) {
    const mostMs = Math.min(250 * 2 ** failed, 2_000);
    expect(waitMs).toBeGreaterThanOrEqual(mostMs / 2);
    expect(waitMs).toBeLessThanOrEqual(mostMs);
  }
});

test("default retries: end after 20 s, and are two if an attempt takes longer", async () => {
  const { isAnswered, tookMs } = await whileGone(3_600_000, 0);
  expect(isAnswered).toBe(false);
  expect(tookMs).toBeGreaterThanOrEqual(20_000);
  expect(tookMs).toBeLessThan(22_001);
  expect(await whileGone(3_600_000, 30_000)).toMatchObject({ isAnswered: false, attempts: 3 });
});

/** Sleeps take no time here; they are added to the clock and remembered. */
function virtualTime() {
  const beginMs = Date.parse("2026-01-31T12:00:00Z");
  let passedMs = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => new Date(beginMs + passedMs),
    monotonicMs: () => passedMs,
    sleep: async (ms: number) => {
      waits.push(ms);
      passedMs += ms;
    },
    pass: (ms: number) => {
      passedMs += ms;
    },
  };
}
