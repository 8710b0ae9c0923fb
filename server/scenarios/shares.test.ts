import sql from "sql-template-tag";
import { expect, test } from "vitest";
import type { SubscriberId } from "../src/foundation/ids.ts";
import { sessionToken } from "../src/inbox/session-token.ts";
import { startService } from "../src/service.ts";
import { openDashboard, signInOperator } from "../testing/test-dashboard.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { openInbox } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";
import { openRawSocket } from "../testing/test-sockets.ts";

/** A refusal for load reaches only the share whose work waits (`foundation/share.ts`). */

const service = await useTestService({ trustedProxies: "127.0.0.1" });

const idOf = (n: number) => n.toString(16).padStart(24, "0");
const cookieOf = (n: number) => `tidings_session=${String(n).padStart(43, "x")}`;
const statusesOf = async (calls: readonly Promise<Response>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);
const count = <One>(all: readonly One[], wanted: One) => all.filter((one) => one === wanted).length;

/** Triggers and reads of an environment that has no part in the attack: none may be refused. */
async function neighbourStatuses(neighbour: TestEnvironment): Promise<number[]> {
  const calls = Array.from({ length: 10 }, async () => [
    (await neighbour.post("/v1/events/trigger", { name: "welcome", to: "ada" })).status,
    (await neighbour.get("/v1/messages")).status,
  ]);
  return (await Promise.all(calls)).flat();
}

const UNDISTURBED = Array.from({ length: 10 }, () => [201, 200]).flat();

/** A session of the dashboard with a key that may only read. */
async function signInReader(environment: TestEnvironment) {
  const { body } = await environment.post(`/v1/environments/${environment.id}/api-keys`, {
    scopes: ["read"],
  });
  const page = openDashboard(service.url);
  await page.call("POST", "/dashboard/session", { apiKey: body.key });
  return page;
}

test("100 streams of a session that may only read, 50 notifications each: others' writes go on", async () => {
  const [attacker, neighbour] = [await service.newEnvironment(), await service.newEnvironment()];
  const page = await signInReader(attacker);
  const query = new URLSearchParams({ environment: attacker.id });
  for (let n = 0; n < 50; n += 1) query.append("of", `notification:${idOf(n)}`);
  const aborting = new AbortController();
  const { signal } = aborting;
  const headers = { cookie: page.cookie };
  const open = () => fetch(`${service.url}/dashboard/live?${query}`, { headers, signal });
  const streams = Array.from({ length: 100 }, open);
  expect(await neighbourStatuses(neighbour)).toEqual(UNDISTURBED);
  const statuses = await statusesOf(streams);
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([20, 80]);
  const refused = await open();
  const problem: unknown = await refused.json();
  expect([refused.headers.get("retry-after"), problem]).toMatchObject([
    "30",
    {
      statusCode: 429,
      message: "There are too many live streams of this session; close other pages of the dashboard",
    },
  ]);
  aborting.abort();
  // Closed streams give their places back.
  await expect
    .poll(async () => {
      const again = await fetch(`${service.url}/dashboard/live?${query}`, { headers });
      await again.body?.cancel();
      return again.status;
    })
    .toBe(200);
});

test("600 inbox sockets of one environment, each with its own token: others' writes go on", async () => {
  const [attacker, neighbour] = [await service.newEnvironment(), await service.newEnvironment()];
  await openInbox(service.url, attacker, "ada");
  const [owner] = await service.database.query<{ subscriberId: SubscriberId; apiKeyId: string }>(sql`
    select s.id as "subscriberId", k.id as "apiKeyId" from subscribers s, api_keys k
    where s.environment_id = ${attacker.id} and k.environment_id = ${attacker.id}`);
  if (!owner) throw new Error("there is no session to copy");
  const sockets = Array.from({ length: 600 }, (_, n) => {
    const expiresAtMs = Date.now() + 3_600_000;
    const claims = {
      environmentId: attacker.id,
      ...owner,
      contextKeys: [`n:${n}`],
      expiresAtMs,
      isProven: true,
    };
    const token = sessionToken(service.database.secrets, claims);
    return openRawSocket(`${service.url}/?token=${token}`).catch(() => undefined);
  });
  expect(await neighbourStatuses(neighbour)).toEqual(UNDISTURBED);
  for (const socket of await Promise.all(sockets)) socket?.terminate();
});

test("600 strangers with random cookies, each from an address of its own: others go on", async () => {
  const neighbour = await service.newEnvironment();
  const page = await signInOperator(service);
  const strangers = Array.from({ length: 600 }, (_, n) => {
    const headers = { cookie: cookieOf(n), "x-forwarded-for": `203.0.${n >> 8}.${n & 255}` };
    return fetch(`${service.url}/dashboard/session`, { headers });
  });
  expect(await neighbourStatuses(neighbour)).toEqual(UNDISTURBED);
  expect((await page.call("GET", "/dashboard/session")).status).toBe(200);
  await statusesOf(strangers);
});

test("wrong cookies are limited by address, as wrong keys are; a session that is known goes on", async () => {
  const headers = { "x-forwarded-for": "198.51.100.1" };
  const page = await signInOperator(service);
  const call = (cookie: string) =>
    fetch(`${service.url}/dashboard/session`, { headers: { ...headers, cookie } });
  expect((await call(page.cookie)).status).toBe(200);
  const statuses = await statusesOf(Array.from({ length: 100 }, (_, n) => call(cookieOf(n))));
  expect([count(statuses, 401), count(statuses, 429)]).toEqual([20, 80]);
  const problem: unknown = await (await call(cookieOf(1_000))).json();
  expect(problem).toMatchObject({
    message: "Too many wrong sessions of the dashboard from this address; try again later",
  });
  expect((await call(page.cookie)).status).toBe(200);
  // The operations of the API under the dashboard's path ask the same.
  const environment = await service.newEnvironment();
  const path = `/dashboard/api/${environment.id}/v2/subscribers`;
  const operation = await fetch(service.url + path, { headers: { ...headers, cookie: cookieOf(1_001) } });
  expect(operation.status).toBe(429);
});

test("paths of the dashboard have the rate class of other operations", async () => {
  const environment = await service.newEnvironment();
  const page = await signInOperator(service);
  const { headers } = await page.call("GET", "/dashboard/session");
  expect(headers.get("ratelimit-policy")).toBe('"other";q=2000;w=2');
  const aborting = new AbortController();
  const live = `${service.url}/dashboard/live?environment=${environment.id}&of=notifications`;
  const stream = await fetch(live, { headers: { cookie: page.cookie }, signal: aborting.signal });
  expect([stream.status, stream.headers.get("ratelimit-policy")]).toEqual([200, '"other";q=2000;w=2']);
  aborting.abort();
});

test("after a restart, keys and sessions that were used pass a locked address; a new key does not", async () => {
  const [known, fresh] = [await service.newEnvironment(), await service.newEnvironment()];
  const page = await signInOperator(service);
  expect((await known.get("/v1/messages")).status).toBe(200);
  const lastUse = () =>
    service.database.query<{ isUsed: boolean }>(sql`
      select last_used_at is not null as "isUsed" from api_keys where environment_id = ${known.id}`);
  await expect.poll(lastUse).toEqual([{ isUsed: true }]);
  const restarted = await startService({
    ...service.parts,
    settings: { ...service.parts.settings, role: "api" },
  });
  try {
    const call = (path: string, more: Record<string, string>) =>
      fetch(restarted.url + path, { headers: { "x-forwarded-for": "198.51.100.2", ...more } });
    const withKey = (key: string) => call("/v1/messages", { authorization: `ApiKey ${key}` });
    const withCookie = (cookie: string) => call("/dashboard/session", { cookie });
    const wrong = await statusesOf([
      ...Array.from({ length: 30 }, (_, n) => withKey(`wrong-${n}`)),
      ...Array.from({ length: 30 }, (_, n) => withCookie(cookieOf(n))),
    ]);
    expect([count(wrong, 401), count(wrong, 429)]).toEqual([40, 20]);
    expect((await withKey(fresh.apiKey)).status).toBe(429);
    expect((await withKey(known.apiKey)).status).toBe(200);
    expect((await withCookie(page.cookie)).status).toBe(200);
  } finally {
    await restarted.close();
  }
});
