import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createMovableTime } from "../testing/movable-time.ts";
import { inApp } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { hashOf, inboxOf, openInbox, requestSession } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";

const time = createMovableTime();
const service = await useTestService({}, { time });
/** A process asks the database again about a token that it has known for 4 s. */
const CACHED_MS = 4_000;

async function prepared(hmac = true): Promise<TestEnvironment> {
  const environment = await service.newEnvironment();
  const integrations = (await environment.get("/v1/integrations")).body;
  const { _id, identifier } = integrations.find(({ channel }: any) => channel === "in_app");
  await environment.put(`/v1/integrations/${_id}`, { identifier, credentials: { hmac }, check: false });
  return environment;
}

const open = (environment: TestEnvironment, more: object = {}) =>
  requestSession(service.url, {
    applicationIdentifier: environment.id,
    subscriber: { subscriberId: "ada" },
    ...more,
  });

test("with a valid hash: a token, the unread counts, and what the client shows", async () => {
  const environment = await prepared();
  await environment.given.workflow("news", [inApp("Hello")], { severity: "high" });
  await environment.given.subscriber("ada");
  await environment.finished(await environment.trigger("news", "ada"));
  const { status, body } = await open(environment, { subscriberHash: hashOf(environment, "ada") });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    token: expect.any(String),
    applicationIdentifier: environment.id,
    totalUnreadCount: 1,
    unreadCount: { total: 1, severity: { high: 1, medium: 0, low: 0, none: 0 } },
    removeNovuBranding: true,
    isDevelopmentMode: false,
    maxSnoozeDurationHours: 2_160,
  });
});

test("a missing, wrong or foreign hash: 401 with the same words, and no subscriber is created", async () => {
  const environment = await prepared();
  const other = await prepared();
  const hashes = [undefined, "", "0".repeat(64), hashOf(other, "ada"), hashOf(environment, "bob"), "ä"];
  const refusals = await Promise.all(hashes.map((subscriberHash) => open(environment, { subscriberHash })));
  expect(refusals.map(({ status }) => status)).toEqual(hashes.map(() => 401));
  expect(new Set(refusals.map(({ body }) => body.message)).size).toBe(1);
  expect((await environment.get("/v2/subscribers")).body.totalCount).toBe(0);
});

test("without a demand for hashes: a browser opens any inbox; only a valid hash stores the profile", async () => {
  const environment = await prepared(false);
  const profile = { subscriberId: "ada", firstName: "Ada", timezone: "Europe/Berlin" };
  expect((await open(environment, { subscriber: profile })).status).toBe(201);
  expect((await environment.get("/v2/subscribers/ada")).body).not.toHaveProperty("timezone");
  const proven = { subscriberHash: hashOf(environment, "ada"), subscriber: profile };
  expect((await open(environment, proven)).status).toBe(201);
  expect((await environment.get("/v2/subscribers/ada")).body).toMatchObject(profile);
  expect((await open(environment, { subscriber: { ...profile, firstName: "Mallory" } })).status).toBe(201);
  expect((await environment.get("/v2/subscribers/ada")).body.firstName).toBe("Ada");
  expect((await open(environment, { subscriberHash: "0".repeat(64) })).status).toBe(401);
});

test("a context needs its own hash, is created if it is new, and is not changed if it is known", async () => {
  const environment = await prepared();
  const context = { tenant: { id: "acme", data: { plan: 'a"b\\c', n: [1, { z: true, a: null }] } } };
  const canonical = '{"tenant":{"data":{"n":[1,{"a":null,"z":true}],"plan":"a\\"b\\\\c"},"id":"acme"}}';
  const contextHash = createHmac("sha256", environment.apiKey).update(canonical).digest("hex");
  const subscriberHash = hashOf(environment, "ada");
  expect((await open(environment, { subscriberHash, context })).status).toBe(401);
  expect((await open(environment, { subscriberHash, context, contextHash: "0" })).status).toBe(401);
  const { status, body } = await open(environment, { subscriberHash, context, contextHash });
  expect([status, body.data.contextKeys]).toEqual([201, ["tenant:acme"]]);
  expect((await environment.get("/v2/contexts/tenant/acme")).body.data).toEqual(context.tenant.data);
});

test("given a valid hash, the default schedule is stored for a subscriber that has none", async () => {
  const environment = await prepared();
  const subscriberHash = hashOf(environment, "ada");
  const hours = [{ start: "09:00 AM", end: "05:00 PM" }];
  const defaultSchedule = { isEnabled: true, weeklySchedule: { monday: { isEnabled: true, hours } } };
  await open(environment, { subscriberHash, defaultSchedule });
  const schedule = async () =>
    (await environment.get("/v2/subscribers/ada/preferences")).body.global.schedule;
  expect(await schedule()).toEqual(defaultSchedule);
  await open(environment, { subscriberHash, defaultSchedule: { isEnabled: false } });
  expect(await schedule()).toEqual(defaultSchedule);
  expect((await open(environment, { subscriberHash, defaultSchedule: { isEnabled: 1 } })).status).toBe(422);
});

test("keyless mode and unknown applications are refused with a sentence, wrong subscribers by their field", async () => {
  const environment = await prepared(false);
  const request = async (body: object) => {
    const answer = await requestSession(service.url, body);
    return [answer.status, answer.body.message];
  };
  const subscriber = { subscriberId: "ada" };
  const keyless = expect.stringContaining("keyless mode");
  expect(await request({ subscriber })).toEqual([400, keyless]);
  expect(await request({ subscriber, applicationIdentifier: "pk_keyless_x" })).toEqual([400, keyless]);
  expect(await request({ subscriber, applicationIdentifier: "0".repeat(24) })).toEqual([
    400,
    "Please provide a valid application identifier",
  ]);
  for (const subscriberId of ["", " ", "a\nb", "x".repeat(256)]) {
    const { status } = await open(environment, { subscriber: { subscriberId } });
    expect(status).toBe(422);
  }
});

test("without an active in-app integration: 404", async () => {
  const environment = await service.newEnvironment("bare");
  const { status, body } = await open(environment);
  expect([status, body.message]).toEqual([404, "The active in-app integration could not be found"]);
});

test("a token ends with its key, its subscriber and its time; until then it is valid", async () => {
  const environment = await prepared();
  const keys = `/v1/environments/${environment.id}/api-keys`;
  const { body: made } = await environment.post(keys, { name: "for the inbox", scopes: ["manage"] });
  const byNewKey = await openInbox(service.url, { id: environment.id, apiKey: made.key }, "ada");
  const byOldKey = await openInbox(service.url, environment, "ada");
  expect((await byNewKey.get("/notifications")).status).toBe(200);
  await environment.delete(`${keys}/${made._id}`);
  const status = async ({ token }: { token: string }) => {
    const answer = await inboxOf(service.url, { token }).get("/notifications");
    return answer.status;
  };
  await time.advance(CACHED_MS);
  expect(await status(byNewKey)).toBe(401);
  expect(await status(byOldKey)).toBe(200);
  await environment.delete("/v2/subscribers/ada");
  await time.advance(CACHED_MS);
  expect(await status(byOldKey)).toBe(401);
});

test("pages of any origin may call the inbox and nothing else, unless the setting names them", async () => {
  const preflight = (path: string) =>
    fetch(service.url + path, {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example.org",
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization,content-type,novu-api-version",
      },
    });
  const allowed = await preflight("/v1/inbox/notifications");
  expect(allowed.status).toBe(204);
  expect(Object.fromEntries(allowed.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, POST, PATCH, DELETE",
    "access-control-allow-headers": "authorization,content-type,novu-api-version",
    "access-control-max-age": "7200",
  });
  expect(allowed.headers.get("access-control-allow-credentials")).toBeNull();
  expect((await preflight("/v1/messages")).headers.get("access-control-allow-origin")).toBeNull();
  const headers = { origin: "https://app.example.org" };
  const refused = await fetch(`${service.url}/v1/inbox/notifications`, { headers });
  expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, "*"]);
});
