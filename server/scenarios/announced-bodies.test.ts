import { request } from "node:http";
import { afterEach, expect, test } from "vitest";
import { type Announced, type Announcement, announceBodies } from "../testing/announced-bodies.ts";
import { createMovableTime } from "../testing/movable-time.ts";
import { eventOf, useResend } from "../testing/resend.ts";
import { openDashboard, signInOperator } from "../testing/test-dashboard.ts";
import { hashOf, requestSession } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";

/**
 * Strangers announce bodies that do not arrive; requests of other clients do not wait for them. All come from one address,
 * unless a story names another.
 */

const vendor = await useResend();
const time = createMovableTime();
const service = await useTestService({ trustedProxies: "127.0.0.1" }, { time });
const opened: Announced[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const announce = async (count: number, announcement: Announcement) => {
  const announced = await announceBodies(service.url, count, announcement);
  opened.push(announced);
  return announced;
};

const MEGABYTE = 1_000_000;
const RECEIPTS = `/v2/inbound-webhooks/delivery-providers/${"0".repeat(24)}/${"1".repeat(24)}`;
const ANNOUNCED: readonly (readonly [string, Announcement])[] = [
  ["receipts of 1 MB", { path: RECEIPTS, bytes: MEGABYTE }],
  ["chunked receipts", { path: RECEIPTS }],
  ["inbox sessions of 1 MB", { path: "/v1/inbox/session", bytes: MEGABYTE }],
  ["chunked inbox sessions", { path: "/v1/inbox/session" }],
  ["unsubscriptions of 16 KiB", { path: "/v1/unsubscribe/x", bytes: 16 * 1024 }],
  ["chunked unsubscriptions", { path: "/v1/unsubscribe/x" }],
  ["OPTIONS of 1 MB", { method: "OPTIONS", path: "/v1/messages", bytes: MEGABYTE }],
  ["requests of 1 MB to an unknown path", { path: "/nope", bytes: MEGABYTE }],
  ["chunked sign-ins to the dashboard", { path: "/dashboard/session", headers: { origin: "http://a" } }],
];

test.each(ANNOUNCED)(
  "given 70 connections that announce %s, a receipt and a session of 20 kB are taken",
  async (_, announcement) => {
    const environment = await service.newEnvironment();
    const path = await vendor.connect(environment);
    const { providerMessageId } = await vendor.mailTo(environment);
    await announce(70, announcement);
    const event = eventOf("email.delivered", providerMessageId, { filler: "x".repeat(20_000) });
    expect((await vendor.report(service.url + path, event)).status).toBe(200);
    const session = await requestSession(service.url, {
      applicationIdentifier: environment.id,
      subscriberHash: hashOf(environment, "ada"),
      subscriber: { subscriberId: "ada", data: { filler: "x".repeat(20_000) } },
    });
    expect(session.status).toBe(201);
    expect((await environment.post("/v1/events/trigger", { name: "mail", to: "ada" })).status).toBe(201);
  },
);

const WITHOUT_ROUTE: readonly (readonly [string, string])[] = [
  ["POST", "/nope"],
  ["PATCH", "/v1/messages"],
  ["PUT", "/"],
  ["POST", "/docs"],
  ["POST", "/inbox.js"],
  ["DELETE", "/livez"],
  ["POST", "/dashboard/assets/x.js"],
];

test.each(WITHOUT_ROUTE)(
  "a path without a route gets 404 before its body arrives: %s %s",
  async (method, path) => {
    const announced = await announce(1, { method, path, bytes: MEGABYTE });
    await expect.poll(() => announced.answers[0]).toMatch(/^HTTP\/1\.1 404 [\s\S]*"statusCode":404/);
    expect(announced.answers[0]).toContain(`Cannot ${method} ${path}`);
  },
);

test("OPTIONS is answered before its body arrives", async () => {
  const announced = await announce(1, { method: "OPTIONS", path: "/v1/messages", bytes: MEGABYTE });
  await expect.poll(() => announced.answers[0]).toMatch(/^HTTP\/1\.1 204 /);
});

test("a stranger's body of which nothing arrives for 10 s is given up with 408", async () => {
  const announced = await announce(3, { path: RECEIPTS, bytes: MEGABYTE });
  await time.advance(10_000);
  await expect.poll(() => announced.openCount).toBe(0);
  for (const answer of announced.answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({
      statusCode: 408,
      message: "The request's body was announced and did not arrive within 10 s",
    });
  }
});

test("256 unfinished requests from one address refuse that address, no other and no environment", async () => {
  const environment = await service.newEnvironment();
  const from = (address: string) => ({ "x-forwarded-for": address });
  await announce(256, { path: RECEIPTS, bytes: MEGABYTE, headers: from("203.0.113.7") });
  const call = (address: string) =>
    fetch(service.url + RECEIPTS, { method: "POST", headers: from(address), body: "{}" });
  expect([(await call("203.0.113.7")).status, (await call("203.0.113.8")).status]).toEqual([503, 401]);
  const trigger = { name: "welcome", to: "ada" };
  const headers = {
    ...from("203.0.113.7"),
    authorization: `ApiKey ${environment.apiKey}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify(trigger);
  const answer = await fetch(`${service.url}/v1/events/trigger`, { method: "POST", headers, body });
  expect(answer.status).toBe(201);
});

test("256 unfinished requests from its address do not refuse a known session of the dashboard", async () => {
  const operator = await signInOperator(service);
  await announce(256, { path: "/v1/inbox/session", bytes: MEGABYTE });
  const { cookie } = operator;
  const unknown = await openDashboard(service.url).call("GET", "/dashboard/session");
  expect(unknown.status).toBe(503);
  for (const path of ["/dashboard/session", "/dashboard/sessions"])
    expect([path, (await operator.call("GET", path)).status]).toEqual([path, 200]);
  await time.advance(5_000);
  operator.cookie = `tidings_session=${"x".repeat(43)}; ${cookie}`;
  expect((await operator.call("GET", "/dashboard/session")).status).toBe(200);
  expect((await operator.call("DELETE", "/dashboard/session")).status).toBe(204);
});

test("17 bodies of 1 MB that do arrive are too much from one address, which can read the 503", async () => {
  const headers = { "x-forwarded-for": "203.0.113.9", "content-type": "application/octet-stream" };
  const held: ReturnType<typeof request>[] = [];
  const send = () =>
    new Promise<number>((resolve) => {
      const sending = request(service.url + RECEIPTS, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sending.on("error", () => resolve(0));
      sending.write("x".repeat(MEGABYTE));
      held.push(sending);
    });
  const answers = Array.from({ length: 18 }, send);
  expect(await Promise.race(answers)).toBe(503);
  for (const one of held) one.end();
  const statuses = await Promise.all(answers);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  expect(statuses.every((status) => status === 503 || status === 401)).toBe(true);
});

test("a body that announces more than is discarded: its client can read the 413, too", async () => {
  const environment = await service.newEnvironment();
  const headers = { authorization: `ApiKey ${environment.apiKey}` };
  const announced = await announce(1, { path: "/v1/events/trigger", bytes: 20_000_000, headers });
  await expect.poll(() => announced.answers[0]).toMatch(/^HTTP\/1\.1 413 [\s\S]*"statusCode":413/);
  expect(announced.openCount).toBe(1);
});
