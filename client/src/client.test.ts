import { createSubscriber, HEALTH_OPERATIONS, healthCheck, OPERATIONS } from "@tidings/contract";
import { afterEach, expect, test } from "vitest";
import { createClient, type Tidings, TidingsError } from "./index.ts";
import { subscriber } from "./testing/records.ts";
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

type Options = { retries?: number; timeoutMs?: number; path?: string };

async function open(
  answer: (asked: Asked, before: number) => Reply,
  options: Options = {},
): Promise<Tidings> {
  service = await openStubService(answer);
  const { path = "", ...others } = options;
  return createClient({ url: `${service.url}${path}`, apiKey: "secret", ...others });
}

const refused = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("it was answered"),
    (error: unknown) => error as TidingsError,
  );

test("a search asks with the key, leaves undefined filters out and repeats the keys of lists", async () => {
  const page = { data: [], page: 0, pageSize: 10, hasMore: false };
  const client = await open(() => ({ body: page }));
  expect(await client.messages.list({ transactionId: ["a b", "c&d"], limit: 5 })).toEqual(page);
  const [asked] = service?.asked ?? [];
  expect(asked?.path).toBe("/v1/messages?transactionId=a+b&transactionId=c%26d&limit=5");
  expect(asked?.headers.authorization).toBe("ApiKey secret");
  expect(asked?.headers["idempotency-key"]).toBeUndefined();
});

test("a write carries its body as JSON and a key of its own, or the caller's", async () => {
  const client = await open(() => ({ status: 201, body: subscriber("ada") }));
  await client.subscribers.create({ subscriberId: "ada", email: null }, { failIfExists: true });
  await client.call(createSubscriber, {
    body: { subscriberId: "ada" },
    idempotencyKey: "mine",
  });
  const [first, second] = service?.asked ?? [];
  expect(first).toMatchObject({ method: "POST", path: "/v2/subscribers?failIfExists=true" });
  expect(first?.body).toEqual({ subscriberId: "ada", email: null });
  expect(first?.headers["content-type"]).toBe("application/json");
  expect(first?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
  expect(second?.headers["idempotency-key"]).toBe("mine");
});

test("ids are encoded, and the service may stand under a path", async () => {
  const client = await open(() => ({ body: subscriber("a/b@c") }), { path: "/notify/" });
  await client.subscribers.get("a/b@c?x");
  expect(service?.asked[0]?.path).toBe("/notify/v2/subscribers/a%2Fb%40c%3Fx");
});

test("an id that no address can say is refused before anything is sent", async () => {
  const client = await open(() => ({ body: {} }));
  for (const id of ["", ".", ".."]) {
    await expect(client.subscribers.delete(id)).rejects.toThrow(TypeError);
  }
  expect(service?.asked).toEqual([]);
});

test("an answer without a body is undefined", async () => {
  const client = await open(() => ({ status: 204 }));
  expect(await client.workflows.delete("welcome")).toBeUndefined();
});

test("a refusal is an error with the service's words, the fields and the whole answer", async () => {
  const errors = { email: { messages: ["must be a text"], value: 7 } };
  const client = await open(() => failure(422, "Validation Error", { errors }));
  const error = await refused(client.subscribers.create({ subscriberId: "ada" }));
  expect(error).toBeInstanceOf(TidingsError);
  expect(error).toMatchObject({ status: 422, message: "Validation Error", errors, path: "/v2/subscribers" });
  expect(error.body).toMatchObject({ statusCode: 422 });
  expect(service?.asked).toHaveLength(1);
});

test("what is no JSON is said to be none, and a redirect is not followed with the key", async () => {
  const client = await open((_, before) =>
    before === 0 ? { text: "<html>" } : { status: 302, headers: { location: "http://127.0.0.1:9/" } },
  );
  expect(await refused(client.integrations.list())).toMatchObject({ code: "NO_JSON", body: "<html>" });
  expect(await refused(client.integrations.list())).toMatchObject({ status: 302 });
});

test("an address that is none is refused at once", () => {
  expect(() => createClient({ url: "localhost:3000", apiKey: "secret" })).toThrow(/not the address/);
});

test("every operation but health has its place in the facade", async () => {
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
    for (const ask of Object.values(noun) as ((...args: unknown[]) => Promise<unknown>)[])
      await ask("x", "x");
  }
  const wanted = OPERATIONS.filter(({ id }) => HEALTH_OPERATIONS.every((one) => one.id !== id));
  // A method that is made of others calls an operation once more.
  expect([...new Set(called)].sort()).toEqual(
    wanted.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, "x")}`).sort(),
  );
  await call(healthCheck);
  expect(called.at(-1)).toBe("GET /v1/health-check");
});
