import { OPERATIONS, takesIdempotencyKey } from "@tidings/contract";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { hashApiKey } from "../src/environments/api-key.ts";
import { problemOf } from "../testing/answer-problem.ts";
import { environmentRows, untilErased } from "../testing/environment-rows.ts";
import { draftOf, requestOf } from "../testing/hostile-draft.ts";
import { countTriggers, type KeyedCaller, type KeyedRequest, keyedCaller } from "../testing/keyed-caller.ts";
import { openRawClient } from "../testing/raw-http.ts";
import { seedNewWorld } from "../testing/seeded-world.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** The effect of an Idempotency-Key. Many equal requests at once are in idempotency-concurrency.test.ts. */

const service = await useTestService({ retention: {} });
let environment: TestEnvironment;
let call: KeyedCaller;
let keys = 0;
const newKey = () => `key-${++keys}`;
const callerOf = ({ apiKey }: TestEnvironment) => keyedCaller(service.url, apiKey);

beforeEach(async () => {
  environment = await service.newEnvironment();
  call = callerOf(environment);
});

const TRIGGER = "/v1/events/trigger";
const welcome = { name: "welcome", to: "ada" };
const triggers = (of = environment) => countTriggers(service.database, of);

describe("a repeated request", () => {
  test("given a keyed trigger sent again, the replay is identical byte for byte and triggers nothing", async () => {
    const key = newKey();
    const first = await call({ path: TRIGGER, key, body: welcome });
    const again = await call({ path: TRIGGER, key, body: welcome });
    expect([first.status, first.isReplay, first.headers.get("idempotency-key")]).toEqual([201, false, key]);
    expect([again.status, again.isReplay, again.headers.get("idempotency-key")]).toEqual([201, true, key]);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect(await triggers()).toBe(1);
    await environment.finished(first.body.transactionId);
  });

  test("given another order of members and other white space, it is the same request", async () => {
    const key = newKey();
    const body = '{"name":"welcome","to":["ada"],"payload":{"a":1,"b":[1,2]}}';
    const other = '{ "payload": {"b":[1, 2.0],\n "a":1e0},  "to": [ "ada" ], "name":"welcome" }';
    const first = await call({ path: TRIGGER, key, body });
    expect(await call({ path: TRIGGER, key, body: other })).toMatchObject({
      status: 201,
      isReplay: true,
      text: first.text,
    });
  });

  test("given query parameters in another order, it is the same request", async () => {
    const key = newKey();
    const body = { subscriberId: "ada" };
    await call({ path: "/v2/subscribers?failIfExists=true&x=1", key, body });
    const again = await call({ path: "/v2/subscribers?x=1&failIfExists=true", key, body });
    expect([again.status, again.isReplay]).toEqual([201, true]);
  });

  test("given a deleted subscriber, repeating the deletion under its key answers 200, not 404", async () => {
    await environment.given.subscriber("ada");
    const deletion = { method: "DELETE", path: "/v2/subscribers/ada", key: newKey() } as const;
    const [first, again] = [await call(deletion), await call(deletion)];
    expect([first.status, again.status, again.isReplay]).toEqual([200, 200, true]);
    expect(again.text).toBe(first.text);
    expect((await call({ ...deletion, key: newKey() })).status).toBe(404);
  });

  test("given a bulk call with one failing trigger, the replay has all outcomes and triggers nothing", async () => {
    const body = { events: [welcome, { name: "unknown", to: "ada" }, { ...welcome, transactionId: "mine" }] };
    const bulk = { path: `${TRIGGER}/bulk`, key: newKey(), body };
    const [first, again] = [await call(bulk), await call(bulk)];
    expect(first.body.map(({ status }: any) => status)).toEqual(["processed", "error", "processed"]);
    expect([again.status, again.isReplay, again.text]).toEqual([201, true, first.text]);
    expect(await triggers()).toBe(2);
  });

  test("given a keyed broadcast, the replay reaches no subscriber again", async () => {
    await environment.given.subscriber("ada");
    const broadcast = { path: `${TRIGGER}/broadcast`, key: newKey(), body: { name: "welcome" } };
    const [first, again] = [await call(broadcast), await call(broadcast)];
    expect([again.status, again.isReplay, again.text]).toEqual([201, true, first.text]);
    await environment.finished(first.body.transactionId, 1);
    expect(await triggers()).toBe(1);
  });

  test("given any write operation, its replay answers the same and changes no row", async () => {
    const world = await seedNewWorld(service, "canary");
    const once = callerOf(world.environment);
    // Deletions come last, after everything that needs the record.
    const order = ["PUT", "PATCH", "POST", "DELETE"];
    const writes = OPERATIONS.toReversed()
      .filter(takesIdempotencyKey)
      .sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
    expect(writes.length).toBeGreaterThan(25);
    await settled(world.environment);
    for (const [n, operation] of writes.entries()) {
      const { path, body, headers } = requestOf(draftOf(operation, world, n));
      const request: KeyedRequest = {
        method: operation.method,
        path,
        key: `all-${operation.id}`,
        body: body?.toString(),
        headers: Object.fromEntries(headers),
      };
      const first = await once(request);
      const answer = { ...first, contentType: "application/json" };
      expect(problemOf(answer, operation), operation.id).toBeUndefined();
      expect(first.status, operation.id).toBeLessThan(300);
      await settled(world.environment);
      await untilErased(service.database, world.environment.id);
      const rows = await environmentRows(service.database, world.environment.id);
      const again = await once(request);
      expect([again.status, again.isReplay, again.text], operation.id).toEqual([
        first.status,
        true,
        first.text,
      ]);
      expect(await environmentRows(service.database, world.environment.id), operation.id).toEqual(rows);
    }
  });
});

describe("a key belongs to one request", () => {
  const reused = (key: string) => ({
    status: 422,
    isReplay: false,
    body: { message: `Request with key "${key}" is being reused for a different body, path or method` },
  });

  test("given a used key, another body is refused with 422 and not executed", async () => {
    const key = newKey();
    await call({ path: TRIGGER, key, body: welcome });
    const other = await call({ path: TRIGGER, key, body: { ...welcome, to: "bob" } });
    expect(other).toMatchObject(reused(key));
    expect(other.headers.get("link")).toBe('</docs>; rel="describedby"');
    expect(other.headers.get("idempotency-key")).toBe(key);
    expect(other.headers.get("retry-after")).toBeNull();
    expect(await triggers()).toBe(1);
  });

  test("given a used key, another route, method, parameter or query is refused with 422", async () => {
    const key = newKey();
    const body = { subscriberId: "ada", firstName: "Ada" };
    expect((await call({ path: "/v2/subscribers", key, body })).status).toBe(201);
    const others = [
      { path: "/v2/topics", body: { key: "ada" } },
      { path: "/v2/subscribers?failIfExists=true", body },
      { method: "PATCH", path: "/v2/subscribers/ada", body: { firstName: "Ada" } },
      { method: "DELETE", path: "/v2/subscribers/ada" },
    ] as const;
    for (const other of others) expect(await call({ ...other, key })).toMatchObject(reused(key));
    const patch = { method: "PATCH", path: "/v2/subscribers/ada", key: newKey(), body: {} } as const;
    expect((await call(patch)).status).toBe(200);
    expect(await call({ ...patch, path: "/v2/subscribers/bob" })).toMatchObject(reused(patch.key));
  });

  test("given a key of one environment, other environments use the same key independently", async () => {
    const key = newKey();
    const first = await call({ path: TRIGGER, key, body: welcome });
    const sibling = await service.newEnvironment("furnished", environment.organizationId);
    for (const other of [sibling, await service.newEnvironment()]) {
      const answer = await callerOf(other)({ path: TRIGGER, key, body: { ...welcome, to: "eve" } });
      expect([answer.status, answer.isReplay]).toEqual([201, false]);
      expect(answer.text).not.toBe(first.text);
      expect(await triggers(other)).toBe(1);
    }
    expect((await call({ path: TRIGGER, key, body: welcome })).text).toBe(first.text);
  });

  test("given a rotated API key, a request repeated with the new one is a replay", async () => {
    const key = newKey();
    await call({ path: TRIGGER, key, body: welcome });
    await service.database.queryPlanned(sql`
      insert into api_keys (environment_id, id, key_hash, key_sealed, hint)
      values (${environment.id}, 'rotated', ${hashApiKey("rotated")}, '', '')`);
    const again = await keyedCaller(service.url, "rotated")({ path: TRIGGER, key, body: welcome });
    expect([again.status, again.isReplay]).toEqual([201, true]);
  });

  test("given a stored response, a request with a wrong API key does not get it", async () => {
    const key = newKey();
    await call({ path: TRIGGER, key, body: welcome });
    const stranger = await keyedCaller(service.url, "wrong")({ path: TRIGGER, key, body: welcome });
    expect([stranger.status, stranger.isReplay]).toEqual([401, false]);
  });
});

describe("syntax of the key", () => {
  const malformed: [string, string][] = [
    ["an empty header", ""],
    ["256 characters", "k".repeat(256)],
    ["a space inside", "a b"],
    ["a tab", "a\tb"],
    ["a character that is not ASCII", "clé"],
    ["two keys in one line", "a, b"],
    ["an unclosed quote", '"abc'],
    ["empty quotes", '""'],
    ["quotes with a parameter", '"abc";x=1'],
    ["quotes with a space inside", '"a b"'],
    ["an invalid escape", '"a\\b"'],
    ["256 quoted characters", `"${"k".repeat(256)}"`],
  ];
  test.each(malformed)("given %s, a write is refused with 400 and not executed", async (_, key) => {
    const answer = await call({ path: TRIGGER, key, body: welcome });
    expect(problemOf({ ...answer, contentType: answer.headers.get("content-type") ?? "" })).toBeUndefined();
    expect([answer.status, answer.headers.get("idempotency-key")]).toEqual([400, null]);
    expect(answer.body.message).toMatch(/^Idempotency-Key /);
    expect(await triggers()).toBe(0);
  });

  test("given two Idempotency-Key headers, even equal ones, the write is refused with 400", async () => {
    const client = openRawClient(service.url);
    const headers: [string, string][] = [
      ["authorization", `ApiKey ${environment.apiKey}`],
      ["content-type", "application/json"],
      ["idempotency-key", "same"],
      ["Idempotency-Key", "same"],
    ];
    const body = Buffer.from(JSON.stringify(welcome));
    expect((await client.send({ method: "POST", path: TRIGGER, headers, body })).status).toBe(400);
    client.close();
  });

  test("given 255 visible characters, the plain and the quoted form are the same key", async () => {
    const key = `\\"!~${"k".repeat(251)}`;
    const quoted = `"${key.replace(/["\\]/g, "\\$&")}"`;
    expect((await call({ path: TRIGGER, key, body: welcome })).isReplay).toBe(false);
    expect(await call({ path: TRIGGER, key: quoted, body: welcome })).toMatchObject({
      status: 201,
      isReplay: true,
    });
    expect((await call({ path: TRIGGER, key: key.toUpperCase(), body: welcome })).isReplay).toBe(false);
  });

  test("given a read, an idempotency key has no effect, valid or not", async () => {
    const key = newKey();
    await call({ path: "/v2/subscribers", key, body: { subscriberId: "ada" } });
    for (const any of [key, "", "k".repeat(300)]) {
      const answer = await call({ method: "GET", path: "/v2/subscribers/ada", key: any });
      expect([answer.status, answer.isReplay, answer.headers.get("idempotency-key")]).toEqual([
        200,
        false,
        null,
      ]);
    }
  });

  test("given the test clock, a move under a key is executed every time", async () => {
    const held = callerOf(await service.newEnvironment("test"));
    const advance = { amount: 1, unit: "hours" };
    const move = { path: "/v1/test-clock", key: newKey(), body: { advance } };
    const [first, again] = [await held(move), await held(move)];
    expect([again.status, again.headers.get("idempotency-key")]).toEqual([200, null]);
    expect(Date.parse(again.body.now) - Date.parse(first.body.now)).toBe(3_600_000);
  });
});
