import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { captureLog } from "../testing/captured-log.ts";
import { exchangeHeaders } from "../testing/raw-http.ts";
import { useTestService } from "../testing/test-service.ts";

/** Each request has an id, which its answer and its log line have. */

const captured = captureLog("debug");
const service = await useTestService({}, { log: captured.log });
const environment = await service.newEnvironment();
beforeEach(() => void captured.lines.splice(0));

async function ask(path: string, init: RequestInit = {}): Promise<{ status: number; id: string | null }> {
  const response = await fetch(service.url + path, init);
  await response.text();
  return { status: response.status, id: response.headers.get("x-request-id") };
}

const withId = (id: string, more: Record<string, string> = {}) => ({
  headers: { "x-request-id": id, ...more },
});

test("given a request with an id, its answer and its log line have the id", async () => {
  const authorization = `ApiKey ${environment.apiKey}`;
  const init = withId("order 17/a", { authorization });
  expect(await ask("/v2/subscribers?email=secret%40example.com", init)).toEqual({
    status: 200,
    id: "order 17/a",
  });
  const line = await captured.waitFor("request");
  expect(line).toMatchObject({
    level: "debug",
    operation: "searchSubscribers",
    method: "GET",
    status: "200",
    environmentId: environment.id,
    requestId: "order 17/a",
  });
  expect(line.ms).toBeGreaterThan(0);
  expect(new Date(line.time).toISOString()).toBe(line.time);
  expect(captured.lines.join("")).not.toContain("secret");
});

test.each([
  ["missing", undefined],
  ["too long", "x".repeat(129)],
  ["not ASCII", "\u00e4\u00f6"],
  ["empty", ""],
])("given a request whose id is %s, its answer has a new one", async (_, id) => {
  const made = await ask("/livez", id === undefined ? {} : withId(id));
  expect(made.id).toMatch(/^[0-9a-f-]{36}$/);
  expect((await ask("/livez", id === undefined ? {} : withId(id))).id).not.toBe(made.id);
});

test("given the longest valid request id, the answer has it", async () => {
  const id = "x".repeat(128);
  expect((await ask("/livez", withId(id))).id).toBe(id);
});

test.each([
  ["a wrong key", "/v2/subscribers", 401],
  ["an unknown path", "/nothing/here", 404],
  ["an unreadable path", "/v2/subscribers/%ff", 400],
  ["a path that is too long", `/v2/subscribers/${"a".repeat(3_000)}`, 414],
  ["a document", "/openapi.json", 200],
])("given %s, the answer has the request's id", async (_, path, status) => {
  expect(await ask(path, withId("mine", { authorization: "ApiKey wrong" }))).toEqual({ status, id: "mine" });
  // The line of an earlier test's request may be late.
  const own = () => captured.matching("request").filter(({ requestId }) => requestId === "mine");
  await expect.poll(own).toMatchObject([{ status: String(status) }]);
});

test.each([
  ["bytes that are not HTTP", 400, "nonsense\r\n\r\n"],
  [
    "an expectation that cannot be met",
    417,
    "GET /livez HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n",
  ],
])("given %s, the refusal has a request id", async (_, refusal, bytes) => {
  const { status, headers } = await exchangeHeaders(service.url, bytes);
  expect([status, headers.get("x-request-id")]).toEqual([refusal, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
});

test("given an unexpected 500, the log line names operation and request, not the path", async () => {
  const path = "/v2/subscribers/the-secret-id/preferences";
  await environment.given.subscriber("the-secret-id");
  captured.lines.splice(0);
  const headers = { authorization: `ApiKey ${environment.apiKey}`, "x-request-id": "r1" };

  await service.database.query(sql`alter table subscriber_preferences rename to elsewhere`);
  const answer = await ask(path, { headers });
  await service.database.query(sql`alter table elsewhere rename to subscriber_preferences`);
  expect(answer).toEqual({ status: 500, id: "r1" });
  const line = await captured.waitFor("a request failed unexpectedly");
  expect(line).toMatchObject({
    level: "error",
    requestId: "r1",
    environmentId: environment.id,
    err: { code: "42P01" },
  });
  expect(captured.lines.join("")).not.toContain("the-secret-id");
});
