import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { countTriggers, type KeyedCaller, keyedCaller } from "../testing/keyed-caller.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { startTestService, type TestService, useTestService } from "../testing/test-service.ts";

/** Idempotency keys of requests that fail, are in progress, or have expired. */

const service = await useTestService();
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
/** Statements in all pools of the service. */
const statementsOf = ({ databases: { requests, reads, triggers: commits } }: TestService) =>
  [requests, reads, commits].reduce((sum, { statementCount }) => sum + statementCount, 0);
const triggers = (of = environment) => countTriggers(service.database, of);

describe("a failed request leaves its key free", () => {
  test("given a refused trigger, the corrected one under the same key is executed", async () => {
    const key = newKey();
    const refused = await call({ path: TRIGGER, key, body: { ...welcome, name: "unknown" } });
    expect([refused.status, refused.headers.get("idempotency-key")]).toEqual([422, key]);
    expect((await call({ path: TRIGGER, key, body: { name: "welcome" } })).status).toBe(422);
    const corrected = await call({ path: TRIGGER, key, body: welcome });
    expect([corrected.status, corrected.isReplay]).toEqual([201, false]);
  });

  test("given a 404, the same request is executed once the missing subscriber exists", async () => {
    const patch = { method: "PATCH", path: "/v2/subscribers/ada", key: newKey(), body: {} } as const;
    expect((await call(patch)).status).toBe(404);
    await environment.given.subscriber("ada");
    expect(await call(patch)).toMatchObject({ status: 200, isReplay: false });
    expect(await call(patch)).toMatchObject({ status: 200, isReplay: true });
  });

  test("given a conflict of the operation itself, the 409 has no Retry-After", async () => {
    const create = { path: "/v2/subscribers?failIfExists=true", body: { subscriberId: "ada" } };
    await call({ ...create, key: newKey() });
    const taken = await call({ ...create, key: newKey() });
    expect([taken.status, taken.headers.get("retry-after")]).toEqual([409, null]);
  });
});

describe("while the first request is in progress", () => {
  const LOCKS = {
    subscribers: sql`lock table subscribers`,
    reading: sql`lock table stored_responses`,
    /** Allows reads, not writes. */
    writing: sql`lock table stored_responses in share mode`,
  };
  /** Runs `work` while the table is locked. */
  const whileLocked = (what: keyof typeof LOCKS, work: () => Promise<void>) =>
    service.database.transaction(async (tx) => {
      await tx.queryPlanned(LOCKS[what]);
      await work();
    });
  const waiting = async () => {
    for (;;) {
      const found = await service.database.queryPlanned<{ pid: number }>(sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike '%insert into subscribers%'`);
      if (found[0]) return found[0].pid;
    }
  };
  const create = () => ({ path: "/v2/subscribers", key: newKey(), body: { subscriberId: "ada" } });

  test("given a request in progress, a duplicate gets 409 at once and a replay later", async () => {
    const request = create();
    let first: ReturnType<KeyedCaller> | undefined;
    await whileLocked("subscribers", async () => {
      first = call(request);
      await waiting();
      const duplicate = await call(request);
      expect(duplicate).toMatchObject({
        status: 409,
        body: {
          message: `Request with key "${request.key}" is currently being processed. Please retry after 1 second`,
        },
      });
      expect(duplicate.headers.get("retry-after")).toBe("1");
      expect(duplicate.headers.get("link")).toBe('</docs>; rel="describedby"');
      expect((await call({ ...request, key: newKey(), path: "/v2/topics", body: { key: "k" } })).status).toBe(
        201,
      );
    });
    expect(await first).toMatchObject({ status: 201, isReplay: false });
    expect(await call(request)).toMatchObject({ status: 201, isReplay: true });
  });

  test("given a connection lost during a write, the retry executes it exactly once", async () => {
    const request = create();
    await whileLocked("subscribers", async () => {
      const first = call(request);
      const pid = await waiting();
      await service.database.queryPlanned(sql`select pg_terminate_backend(${pid})`);
      const broken = await first;
      expect([broken.status, broken.headers.get("retry-after")]).toEqual([503, "1"]);
    });
    expect((await environment.get("/v2/subscribers/ada")).status).toBe(404);
    expect(await call(request)).toMatchObject({ status: 201, isReplay: false });
    expect(await call(request)).toMatchObject({ status: 201, isReplay: true });
  });

  test.each([
    ["stored responses that cannot be read", "reading"],
    ["stored responses that cannot be written", "writing"],
  ] as const)("given %s, a keyed write gets 503 and changes nothing", async (_, lock) => {
    const request = create();
    await whileLocked(lock, async () => {
      const answer = await call(request);
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    });
    expect((await environment.get("/v2/subscribers/ada")).status).toBe(404);
    expect(await call(request)).toMatchObject({ status: 201, isReplay: false });
  });
});

describe("stored responses", () => {
  test("given an expired response, the same key executes again and the new response is stored", async () => {
    const key = newKey();
    await call({ path: TRIGGER, key, body: welcome });
    const [stored] = await service.database.queryPlanned<{ hours: number }>(sql`
      select extract(epoch from expires_at - now())::float / 3600 as hours from stored_responses
      where environment_id = ${environment.id}`);
    expect(stored?.hours).toBeGreaterThan(23.99);
    expect(stored?.hours).toBeLessThanOrEqual(24);
    await service.database.queryPlanned(sql`
      update stored_responses set expires_at = now() where environment_id = ${environment.id}`);
    const other = { ...welcome, to: "bob" };
    const later = await call({ path: TRIGGER, key, body: other });
    expect([later.status, later.isReplay]).toEqual([201, false]);
    expect(await call({ path: TRIGGER, key, body: other })).toMatchObject({
      isReplay: true,
      text: later.text,
    });
    expect(await triggers()).toBe(2);
  });

  test("given responses with personal data, they are sealed in the database", async () => {
    const body = { subscriberId: "ada", email: "ada@secret.example" };
    await call({ path: "/v2/subscribers", key: newKey(), body });
    const [row] = await service.database.queryPlanned<{ text: string }>(sql`
      select k::text as text from stored_responses k where environment_id = ${environment.id}`);
    expect(row?.text).not.toContain("secret.example");
    expect(row?.text).toContain("v1.k1.");
  });

  test("given the same write with and without a key, the key costs three statements", async () => {
    // Row-level security would add statements of its own.
    const apart = await startTestService({ role: "api" }, { isRowSecured: false });
    const quiet = keyedCaller(apart.url, (await apart.newEnvironment("bare")).apiKey);
    const cost = async (key?: string) => {
      const before = statementsOf(apart);
      const body = { subscriberId: `s-${newKey()}` };
      expect((await quiet({ path: "/v2/subscribers", body, ...(key ? { key } : {}) })).status).toBe(201);
      return statementsOf(apart) - before;
    };
    const authenticating = (await cost()) - (await cost());
    expect([authenticating, await cost(), await cost(newKey())]).toEqual([1, 1, 4]);
    await apart.close();
  });
});
