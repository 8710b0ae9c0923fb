import { createSubscriber, HEALTH_OPERATIONS, healthCheck, OPERATIONS } from "@tidings/contract";
import { expect, test } from "vitest";
import { createClient, TidingsError } from "./index.ts";
import { subscriber } from "./testing/records.ts";
import { useStubClient } from "./testing/stub-client.ts";
import { failure } from "./testing/stub-service.ts";

const { open, requests } = useStubClient();

const refused = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("it succeeded"),
    (error: unknown) => error as TidingsError,
  );

test("a search: sends the API key, omits undefined filters, repeats the keys of lists", async () => {
  const page = { data: [], page: 0, pageSize: 10, hasMore: false };
  const client = await open(() => ({ body: page }));
  expect(await client.messages.list({ transactionId: ["a b", "c&d"], limit: 5 })).toEqual(page);
  const [request] = requests();
  expect(request?.path).toBe("/v1/messages?transactionId=a+b&transactionId=c%26d&limit=5");
  expect(request?.headers.authorization).toBe("ApiKey secret");
  expect(request?.headers["idempotency-key"]).toBeUndefined();
});

test("a write: sends JSON and an idempotency key, generated or the caller's", async () => {
  const client = await open(() => ({ status: 201, body: subscriber("ada") }));
  await client.subscribers.create({ subscriberId: "ada", email: null }, { failIfExists: true });
  await client.call(createSubscriber, {
    body: { subscriberId: "ada" },
    idempotencyKey: "mine",
  });
  const [first, second] = requests();
  expect(first).toMatchObject({ method: "POST", path: "/v2/subscribers?failIfExists=true" });
  expect(first?.body).toEqual({ subscriberId: "ada", email: null });
  expect(first?.headers["content-type"]).toBe("application/json");
  expect(first?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
  expect(second?.headers["idempotency-key"]).toBe("mine");
});

test("paths: ids are encoded; the service's address may have a path", async () => {
  const client = await open(() => ({ body: subscriber("a/b@c") }), { path: "/notify/" });
  await client.subscribers.get("a/b@c?x");
  expect(requests()[0]?.path).toBe("/notify/v2/subscribers/a%2Fb%40c%3Fx");
});

test("an id that a URL cannot contain is refused before a request is sent", async () => {
  const client = await open(() => ({ body: {} }));
  for (const [id, sentence] of [
    ["", "subscriberId is missing"],
    [".", 'subscriberId cannot be "."'],
    ["..", 'subscriberId cannot be ".."'],
  ] as const) {
    const refused = client.subscribers.delete(id);
    await expect(refused).rejects.toThrow(TypeError);
    await expect(refused).rejects.toThrow(sentence);
  }
  expect(requests()).toEqual([]);
});

test("an answer without a body: undefined", async () => {
  const client = await open(() => ({ status: 204 }));
  expect(await client.workflows.delete("welcome")).toBeUndefined();
});

test("a refusal: an error with the service's message, the fields and the answer", async () => {
  const errors = { email: { messages: ["must be a text"], value: 7 } };
  const client = await open(() => failure(422, "Validation Error", { errors }));
  const error = await refused(client.subscribers.create({ subscriberId: "ada" }));
  expect(error).toBeInstanceOf(TidingsError);
  expect(error).toMatchObject({ status: 422, message: "Validation Error", errors, path: "/v2/subscribers" });
  expect(error.body).toMatchObject({ statusCode: 422 });
  expect(requests()).toHaveLength(1);
});

test("an answer other than JSON: code NO_JSON; a redirect is not followed", async () => {
  const client = await open((_, before) =>
    before === 0 ? { text: "<html>" } : { status: 302, headers: { location: "http://127.0.0.1:9/" } },
  );
  expect(await refused(client.integrations.list())).toMatchObject({ code: "NO_JSON", body: "<html>" });
  expect(await refused(client.integrations.list())).toMatchObject({ status: 302 });
});

test("an invalid address is refused at once", () => {
  expect(() => createClient({ url: "localhost:3000", apiKey: "secret" })).toThrow(/not the address/);
});

const isStream = (answer: unknown): answer is AsyncGenerator =>
  typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;

test("every operation is a method of the client, except health and those of browsers", async () => {
  const called: string[] = [];
  const client = createClient({
    url: "http://tidings.test",
    apiKey: "secret",
    fetch: async (input, init) => {
      called.push(`${init?.method} ${new URL(String(input)).pathname}`);
      return new Response("{}");
    },
  });
  const { call, ...nouns } = client;
  for (const noun of Object.values(nouns)) {
    for (const method of Object.values(noun) as ((...args: unknown[]) => unknown)[]) {
      const answer = method("x", "x", "x");
      // A stream calls when its first line is read, and the answer here is none.
      if (isStream(answer)) await expect(answer.next()).rejects.toMatchObject({ code: "CUT_OFF" });
      else await answer;
    }
  }
  const expected = OPERATIONS.filter(
    // Browsers call those with a principal; the client holds an API key.
    ({ id, principal }) => principal === undefined && HEALTH_OPERATIONS.every((one) => one.id !== id),
  );
  // `workflows.apply` calls operations that others call, too.
  expect([...new Set(called)].sort()).toEqual(
    expected.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, "x")}`).sort(),
  );
  await call(healthCheck);
  expect(called.at(-1)).toBe("GET /v1/health-check");
});
