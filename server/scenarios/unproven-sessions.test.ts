import { createHmac } from "node:crypto";
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { MAX_OF_SUBSCRIBER } from "../src/inbox/live/connections.ts";
import { startService } from "../src/service.ts";
import { MAX_NAMED } from "../src/subscribers/named-subscriber-store.ts";
import { createMovableTime } from "../testing/movable-time.ts";
import { inApp, sms } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { hashOf, inboxOf, openInbox, requestSession } from "../testing/test-inbox.ts";
import { startTestService, type TestService, useTestService } from "../testing/test-service.ts";
import { type Followed, followInbox } from "../testing/test-stream.ts";

/**
 * A browser without a hash names a subscriber and contexts. It stores no values, and its session ends when its environment
 * demands hashes.
 */

const time = createMovableTime();
const service = await useTestService({}, { time });
let branded: TestService;
beforeAll(async () => {
  branded = await startTestService({ brand: "novu" });
});
afterAll(() => branded.close());
const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const PROFILE = {
  firstName: "Eve",
  lastName: "Mallory",
  email: "attacker@evil.test",
  phone: "+31600000009",
  avatar: "https://evil.test/a.png",
  locale: "de_DE",
  timezone: "Europe/Berlin",
  data: { link: "https://evil.test" },
};
const HOURS = [{ start: "09:00 AM", end: "05:00 PM" }];
const SCHEDULE = { isEnabled: true, weeklySchedule: { monday: { isEnabled: true, hours: HOURS } } };
const CONTEXT = {
  tenant: { id: "acme", data: { name: "EVIL" } },
  project: { id: "one", data: { link: "https://evil.test" } },
  region: "eu",
};

async function setHmac(environment: TestEnvironment, hmac: boolean): Promise<void> {
  const integrations = (await environment.get("/v1/integrations")).body;
  const { _id, identifier } = integrations.find(({ channel }: any) => channel === "in_app");
  await environment.put(`/v1/integrations/${_id}`, { identifier, credentials: { hmac }, check: false });
}

/** An environment like Development. */
async function withoutHmac(of: TestService = service): Promise<TestEnvironment> {
  const environment = await of.newEnvironment();
  await setHmac(environment, false);
  return environment;
}

const openWithout = (environment: TestEnvironment, more: object = {}, url = service.url) =>
  requestSession(url, {
    applicationIdentifier: environment.id,
    subscriber: { subscriberId: "ada", ...PROFILE },
    context: CONTEXT,
    defaultSchedule: SCHEDULE,
    ...more,
  });

/** What the environment says about the subscriber and the contexts. */
async function valuesOf(environment: TestEnvironment) {
  const subscriber = (await environment.get("/v2/subscribers/ada")).body;
  const { global } = (await environment.get("/v2/subscribers/ada/preferences")).body;
  const contexts = (await environment.get("/v2/contexts")).body.data;
  const fields = Object.keys(PROFILE).filter((field) => subscriber[field] !== undefined);
  return { fields, schedule: global.schedule, contexts };
}

describe.each([
  ["our brand", () => service],
  ["Novu's brand", () => branded],
] as const)("with %s", (_, of) => {
  const cases: [string, object][] = [
    ["all values", {}],
    ["a context alone", { subscriber: "ada", defaultSchedule: undefined }],
    ["the older form of the subscriber", { subscriber: undefined, subscriberId: "ada" }],
    ...Object.entries(PROFILE).map(([field, value]): [string, object] => [
      field,
      { subscriber: { subscriberId: "ada", [field]: value }, context: undefined, defaultSchedule: undefined },
    ]),
  ];
  test.each(cases)(
    "without a hash: %s is not stored, for a new and for a known subscriber",
    async (_what, more) => {
      const environment = await withoutHmac(of());
      expect((await openWithout(environment, more, of().url)).status).toBe(201);
      const nothing = { fields: [], schedule: undefined, contexts: [] };
      expect(await valuesOf(environment)).toEqual(nothing);
      expect((await openWithout(environment, more, of().url)).status).toBe(201);
      expect(await valuesOf(environment)).toEqual(nothing);
    },
  );
});

test("without a hash: the answer names each value that is not stored; mere names bring no warning", async () => {
  const environment = await withoutHmac();
  const { body } = await openWithout(environment);
  expect(body.data.warnings.map(({ field }: any) => field)).toEqual([
    ...Object.keys(PROFILE).map((field) => `subscriber.${field}`),
    "context.tenant.data",
    "context.project.data",
    "defaultSchedule",
  ]);
  expect(JSON.stringify(body)).not.toContain("evil");
  const named = { subscriber: "bob", context: { tenant: "acme" }, defaultSchedule: undefined };
  expect((await openWithout(environment, named)).body.data).not.toHaveProperty("warnings");
});

test("with both hashes, the same values are stored", async () => {
  const environment = await withoutHmac();
  const context = { tenant: { data: { name: "Acme" }, id: "acme" } };
  const contextHash = createHmac("sha256", environment.apiKey).update(JSON.stringify(context)).digest("hex");
  const proof = { subscriberHash: hashOf(environment, "ada"), contextHash, context };
  const { status, body } = await openWithout(environment, proof);
  expect([status, body.data.warnings]).toEqual([201, undefined]);
  const { fields, contexts, schedule } = await valuesOf(environment);
  expect(fields).toEqual(Object.keys(PROFILE));
  expect(schedule).toMatchObject({ isEnabled: true });
  expect(contexts).toMatchObject([{ type: "tenant", id: "acme", data: { name: "Acme" } }]);
});

test("what a browser named, the first call with an API key creates, and the second one gets 409", async () => {
  const environment = await withoutHmac();
  await openWithout(environment);
  const ada = { subscriberId: "ada", email: "ada@example.com", data: { plan: "pro" } };
  const tenant = { type: "tenant", id: "acme", data: { name: "Acme" } };
  const create = () => environment.post("/v2/subscribers?failIfExists=true", ada);
  const created = await create();
  expect([created.status, created.body]).toMatchObject([201, ada]);
  expect((await create()).status).toBe(409);
  const createContext = () => environment.post("/v2/contexts", tenant);
  expect((await createContext()).status).toBe(201);
  expect((await createContext()).status).toBe(409);
  // A browser that comes later changes neither of them, nor does it make them creatable again.
  await openWithout(environment);
  expect((await environment.get("/v2/subscribers/ada")).body).toMatchObject(ada);
  expect((await create()).status).toBe(409);
});

test.each([
  ["an update", (e: TestEnvironment) => e.patch("/v2/subscribers/ada", { firstName: "Ada" })],
  ["an upsert", (e: TestEnvironment) => e.post("/v2/subscribers", { subscriberId: "ada", firstName: "Ada" })],
  [
    "a bulk call",
    (e: TestEnvironment) =>
      e.post("/v1/subscribers/bulk", { subscribers: [{ subscriberId: "ada", firstName: "Ada" }] }),
  ],
] as const)("values that %s stored for a named subscriber are not replaced by a create", async (_, store) => {
  const environment = await withoutHmac();
  await openWithout(environment);
  expect((await store(environment)).status).toBeLessThan(300);
  const other = { subscriberId: "ada", firstName: "Other" };
  expect((await environment.post("/v2/subscribers?failIfExists=true", other)).status).toBe(409);
  expect((await environment.get("/v2/subscribers/ada")).body.firstName).toBe("Ada");
});

test("messages have nothing of what a browser sent, and its inbox shows those of its contexts", async () => {
  const environment = await withoutHmac();
  await environment.given.workflow("news", [inApp("{{ context.tenant.data.name }}|"), sms("Hi")]);
  const { body } = await openWithout(environment, { context: { tenant: CONTEXT.tenant } });
  await environment.finished(
    await environment.trigger("news", "ada", { context: { tenant: "acme" }, payload: {} }),
  );
  const [shown] = await inboxOf(service.url, body.data).list();
  expect(shown.body).toBe("|");
  // No phone is known: the message was not sent to the browser's number.
  const { data } = (await environment.get("/v1/messages?channel=sms")).body;
  expect(data.filter((message: any) => message.phone !== undefined)).toEqual([]);
});

test("browsers without a hash name at most 10,000 subscribers: then a new name is 403, all others work", async () => {
  const environment = await withoutHmac();
  const other = await withoutHmac();
  const named = (subscriberId: string, of = environment) =>
    requestSession(service.url, { applicationIdentifier: of.id, subscriber: { subscriberId } });
  expect((await named("first")).status).toBe(201);
  await service.database.query(sql`
    insert into subscribers (environment_id, id, subscriber_id, is_only_named)
    select ${environment.id}, lpad(to_hex(n), 24, '0'), 'named-' || n, true from generate_series(2, ${MAX_NAMED}::int) n`);
  const refused = await named("last");
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("subscriberHash")]);
  expect(refused.headers.get("retry-after")).toBe(null);
  expect((await environment.get("/v2/subscribers/last")).status).toBe(404);
  for (const known of ["first", "named-7"]) expect((await named(known)).status).toBe(201);
  expect((await named("last", other)).status).toBe(201);
  await openInbox(service.url, environment, "last");
  // One that gets values makes room.
  await environment.patch("/v2/subscribers/first", { firstName: "First" });
  expect((await named("next")).status).toBe(201);
  expect((await named("one too many")).status).toBe(403);
  // So does a deletion.
  expect((await environment.delete("/v2/subscribers/named-7")).status).toBe(200);
  expect((await named("one more")).status).toBe(201);
});

test("20 streams of sessions without a hash keep no stream and no socket of the proven subscriber out", async () => {
  const environment = await withoutHmac();
  const { token } = (await openWithout(environment, { context: undefined })).body.data;
  for (let n = 0; n < MAX_OF_SUBSCRIBER; n += 1) opened.push(await followInbox(service.url, token));
  await expect(followInbox(service.url, token)).rejects.toThrow("429");
  const proven = await openInbox(service.url, environment, "ada");
  opened.push(await followInbox(service.url, proven.token));
  const socket = new WebSocket(`${service.url.replace("http", "ws")}/?token=${proven.token}`);
  opened.push(socket);
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
});

describe("when the environment begins to demand hashes", () => {
  const statusOf = async (url: string, token: string) =>
    (await inboxOf(url, { token }).get("/notifications")).status;

  test("unproven tokens and connections end within 10 s in every process, proven ones go on", async () => {
    const environment = await withoutHmac();
    const other = await startService({
      ...service.parts,
      settings: { ...service.parts.settings, role: "api" },
    });
    try {
      const { token } = (await openWithout(environment, { context: undefined })).body.data;
      const proven = await openInbox(service.url, environment, "ada");
      const urls = [service.url, other.url];
      const streams: Followed[] = [];
      const closings: Promise<number>[] = [];
      for (const url of urls) {
        expect(await statusOf(url, token)).toBe(200);
        streams.push(await followInbox(url, token));
        const socket = new WebSocket(`${url.replace("http", "ws")}/?token=${token}`);
        opened.push(socket, streams.at(-1) as Followed);
        closings.push(new Promise((resolve) => socket.on("close", resolve)));
        await new Promise((resolve) => socket.on("open", resolve));
      }
      const kept = await followInbox(service.url, proven.token);
      opened.push(kept);
      await setHmac(environment, true);
      await time.advance(9_000);
      for (const stream of streams) await stream.next("closing");
      expect(await Promise.all(closings)).toEqual([4401, 4401]);
      for (const url of urls) expect(await statusOf(url, token)).toBe(401);
      for (const url of urls) expect(await statusOf(url, proven.token)).toBe(200);
      expect(kept.events.map(({ event }) => event)).toEqual(["ready"]);
    } finally {
      await other.close();
    }
  });

  test("a token does not become proven by another signature, and opening again without a hash is 401", async () => {
    const environment = await withoutHmac();
    const { token } = (await openWithout(environment)).body.data;
    await setHmac(environment, true);
    await time.advance(4_000);
    expect(await statusOf(service.url, token)).toBe(401);
    expect((await openWithout(environment)).status).toBe(401);
    // Switched off again, it is an inbox of the environment again.
    await setHmac(environment, false);
    await time.advance(4_000);
    expect(await statusOf(service.url, token)).toBe(200);
  });
});
