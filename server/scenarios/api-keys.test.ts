import { type KeyScope, OPERATIONS, scopeOf } from "@tidings/contract";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { createClient } from "../../client/src/client.ts";
import { openDatabases } from "../src/database/databases.ts";
import { ENDED_KEYS } from "../src/environments/api-key-store.ts";
import { createLog } from "../src/foundation/log.ts";
import { startService } from "../src/service.ts";
import { createMovableTime } from "../testing/movable-time.ts";
import { type TestEnvironment, testEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** Several API keys in one environment: scopes, rotation, revocation and expiry. */

const time = createMovableTime();
const service = await useTestService({}, { time });
/** A process asks the database again about a key that it has known for 4 s. */
const CACHED_MS = 4_000;

const DAY_MS = 86_400_000;
const keysOf = ({ id }: TestEnvironment) => `/v1/environments/${id}/api-keys`;
const withKey = ({ id, organizationId }: TestEnvironment, apiKey: string, url = service.url) =>
  testEnvironment({
    url,
    apiKey,
    environment: { id, organizationId, name: "", isTest: false, defaultZone: "UTC", createdAt: new Date(0) },
  });
const inADay = () => new Date(Date.now() + DAY_MS).toISOString();

const create = async (environment: TestEnvironment, body: object): Promise<any> => {
  const answer = await environment.post(keysOf(environment), body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
/** Its end is now, and every process looks at it again. */
const expireNow = async (environment: TestEnvironment, { _id }: { _id: string }): Promise<void> => {
  await service.database.query(sql`
    update api_keys set expires_at = now() where environment_id = ${environment.id} and id = ${_id}`);
  await time.advance(CACHED_MS);
};
const idOfOwnKey = async (environment: TestEnvironment): Promise<string> =>
  (await environment.get(keysOf(environment))).body.at(-1)._id;

test("API keys: only the creation shows the new key, the list shows hints, and both keys work", async () => {
  const environment = await service.newEnvironment();
  const expiresAt = inADay();
  const made = await create(environment, { name: "Shop", scopes: ["read", "trigger"], expiresAt });
  const { key, ...listed } = made;
  expect(made).toMatchObject({
    name: "Shop",
    scopes: ["read", "trigger"],
    expiresAt,
    hint: `…${key.slice(-4)}`,
  });
  const { body: keys } = await environment.get(keysOf(environment));
  expect(keys[0]).toEqual(listed);
  expect(keys[1]).toMatchObject({ scopes: ["manage"], hint: `…${environment.apiKey.slice(-4)}` });
  expect(JSON.stringify(keys)).not.toContain(key.slice(0, 8));
  const second = withKey(environment, key);
  await second.trigger("welcome", "ada");
  expect((await second.get("/v1/environments/me")).body._id).toBe(environment.id);
  const rows = await service.database.query<{ sealed: string }>(sql`
    select key_sealed as sealed from api_keys where environment_id = ${environment.id} and id = ${made._id}`);
  expect(rows[0]?.sealed).toMatch(/^v1\./);
  expect(service.database.secrets.open(`${environment.id}|api-key|${made._id}`, rows[0]?.sealed ?? "")).toBe(
    key,
  );
});

test("API key scopes: they follow from an operation's method and chapter, unless it states its own", () => {
  const ids = (scope: KeyScope) => OPERATIONS.filter((one) => scopeOf(one) === scope).map(({ id }) => id);
  expect(ids("trigger")).toEqual(["triggerEvent", "triggerEventsBulk", "broadcastEvent"]);
  expect(ids("read")).toContain("explainTrigger");
  const reads = OPERATIONS.filter(({ method }) => method === "GET");
  expect(reads.filter((operation) => scopeOf(operation) === "manage").map(({ id }) => id)).toEqual([
    "exportSubscriber",
    "getSystem",
  ]);
  expect(OPERATIONS.filter(({ isOpen }) => isOpen).map(scopeOf)).not.toContain("read");
});

test("API keys: after a rotation both work until the old one ends; the new one copies its settings", async () => {
  const environment = await service.newEnvironment();
  const old = await create(environment, { name: "Shop", scopes: ["trigger"], expiresAt: inADay() });
  const path = `${keysOf(environment)}/${old._id}/rotate`;
  const rotated = (await environment.post(path)).body;
  expect(rotated).toMatchObject({ name: "Shop", scopes: ["trigger"], replaces: { _id: old._id } });
  expect(rotated.replaces.expiresAt).toBe(old.expiresAt);
  expect(Date.parse(rotated.expiresAt) - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
  for (const { key } of [old, rotated]) await withKey(environment, key).trigger("welcome", "ada");

  const unused = await create(environment, { scopes: ["trigger"] });
  const oldKeyExpiresAt = inADay();
  const again = await environment.post(`${keysOf(environment)}/${unused._id}/rotate`, { oldKeyExpiresAt });
  expect(again.body.replaces).toMatchObject({ _id: unused._id, expiresAt: oldKeyExpiresAt });
  expect(again.body).not.toHaveProperty("expiresAt");
  expect((await withKey(environment, unused.key).post("/v1/events/trigger", {})).status).toBe(422);
  await expireNow(environment, unused);
  const { status, body } = await withKey(environment, unused.key).post("/v1/events/trigger", {});
  expect([status, body.message]).toEqual([401, "The API key has expired"]);
  await withKey(environment, again.body.key).trigger("welcome", "ada");
  expect((await environment.post(`${keysOf(environment)}/${unused._id}/rotate`)).status).toBe(404);
});

test("API keys: two processes refuse a revoked key within 5 s, and the list no longer has it", async () => {
  const environment = await service.newEnvironment();
  const { key, _id } = await create(environment, { scopes: ["read"] });
  const log = createLog("error");
  const databases = openDatabases({
    time,
    connection: { url: service.databaseUrl },
    log,
    keyring: service.keyring,
  });
  const other = await startService({
    ...service.parts,
    store: { ...service.parts.store, databases, database: databases.work },
  });
  try {
    const callers = [service.url, other.url].map((url) => withKey(environment, key, url));
    for (const caller of callers) expect((await caller.get("/v1/messages")).status).toBe(200);
    expect((await environment.delete(`${keysOf(environment)}/${_id}`)).body).toEqual({
      acknowledged: true,
      status: "deleted",
    });
    await time.advance(CACHED_MS);
    for (const caller of callers) expect((await caller.get("/v1/messages")).status).toBe(401);
    expect((await environment.get(keysOf(environment))).body.map((one: any) => one._id)).not.toContain(_id);
    expect((await environment.delete(`${keysOf(environment)}/${_id}`)).status).toBe(404);
  } finally {
    await other.close();
    await databases.close();
  }
});

test("API keys: a key cannot revoke itself, and keys of another environment answer 404", async () => {
  const [environment, sibling] = await (async () => {
    const one = await service.newEnvironment();
    return [one, await service.newEnvironment("furnished", one.organizationId)] as const;
  })();
  const own = await environment.delete(`${keysOf(environment)}/${await idOfOwnKey(environment)}`);
  expect([own.status, own.body.message]).toEqual([400, expect.stringContaining("made with that key")]);
  for (const answer of [
    await environment.get(keysOf(sibling)),
    await environment.post(keysOf(sibling), { scopes: ["read"] }),
    await environment.delete(`${keysOf(sibling)}/${await idOfOwnKey(sibling)}`),
    await environment.delete(`${keysOf(environment)}/${await idOfOwnKey(sibling)}`),
    await environment.post(`${keysOf(environment)}/${await idOfOwnKey(sibling)}/rotate`),
  ]) {
    expect(answer.status).toBe(404);
  }
});

test("API keys: an expired key is refused, and purged 30 days later", async () => {
  const environment = await service.newEnvironment();
  const made = await create(environment, { scopes: ["read"], expiresAt: inADay() });
  const caller = withKey(environment, made.key);
  expect((await caller.get("/v1/messages")).status).toBe(200);
  await expireNow(environment, made);
  expect((await caller.get("/v1/messages")).body.message).toBe("The API key has expired");
  await service.database.query(sql`
    update api_keys set expires_at = now() - interval '31 days' where environment_id = ${environment.id} and id = ${made._id}`);
  expect((await environment.get(keysOf(environment))).body).toHaveLength(1);
  expect(await ENDED_KEYS.purge(service.database, 100)).toBe(1);
});

test("API keys: the time of last use is stored in the background, at most once a minute", async () => {
  const environment = await service.newEnvironment();
  const { key, _id } = await create(environment, { scopes: ["read"] });
  for (let n = 0; n < 20; n += 1) await withKey(environment, key).get("/v1/messages");
  const keys = await environment.until<any[]>(keysOf(environment), (all) =>
    all.every((one) => one.lastUsedAt),
  );
  const used = keys.find((one) => one._id === _id).lastUsedAt;
  expect(Math.abs(Date.parse(used) - Date.now())).toBeLessThan(60_000);
  await withKey(environment, key).get("/v1/messages");
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(
    (await environment.get(keysOf(environment))).body.find((one: any) => one._id === _id).lastUsedAt,
  ).toBe(used);
});

test.each([
  ["an empty list of scopes", { scopes: [] }, "scopes"],
  ["an unknown scope", { scopes: ["admin"] }, "scopes"],
  ["a duplicate scope", { scopes: ["read", "read"] }, "scopes"],
  ["no scopes", {}, "scopes"],
  ["an end in the past", { scopes: ["read"], expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
  ["an end in the year 9999", { scopes: ["read"], expiresAt: "9999-01-01T00:00:00Z" }, "expiresAt"],
  ["an end that is not a date", { scopes: ["read"], expiresAt: "soon" }, "expiresAt"],
  ["a name of 101 characters", { scopes: ["read"], name: "x".repeat(101) }, "name"],
])("API keys: a new key with %s gets 422, which names the field", async (_case, body, field) => {
  const environment = await service.newEnvironment("bare");
  const answer = await environment.post(keysOf(environment), body);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors).join()).toContain(field);
  expect((await environment.get(keysOf(environment))).body).toHaveLength(1);
});

test("API keys: an environment has at most 100 valid keys", async () => {
  const environment = await service.newEnvironment("bare");
  await service.database.query(sql`
    insert into api_keys (environment_id, id, key_hash, key_sealed, hint)
    select ${environment.id}, 'k' || n, sha256((${environment.id} || n)::bytea), '', '…' from generate_series(1, 99) n`);
  const full = await environment.post(keysOf(environment), { scopes: ["read"] });
  expect([full.status, full.body.message]).toEqual([
    400,
    "An environment has at most 100 API keys; revoke one first",
  ]);
  expect((await environment.delete(`${keysOf(environment)}/k1`)).status).toBe(200);
  await create(environment, { scopes: ["read"] });
});

test("Tidings client: creates, rotates, lists and revokes API keys", async () => {
  const { apiKey, id } = await service.newEnvironment("bare");
  const tidings = createClient({ url: service.url, apiKey });
  const made = await tidings.apiKeys.create(id, { scopes: ["read"] });
  const rotated = await tidings.apiKeys.rotate(id, made._id);
  expect(rotated.replaces._id).toBe(made._id);
  expect(await tidings.apiKeys.list(id)).toHaveLength(3);
  await tidings.apiKeys.revoke(id, made._id);
  expect(await tidings.apiKeys.list(id)).toHaveLength(2);
});
