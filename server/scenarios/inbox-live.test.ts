import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { MAX_OF_SUBSCRIBER } from "../src/inbox/live/connections.ts";
import { startService } from "../src/service.ts";
import { inApp } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import { inboxOf, openInbox, type TestInbox } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";
import { type Followed, followInbox } from "../testing/test-stream.ts";
import { advance } from "../testing/virtual-time.ts";

const service = await useTestService();
const followed: Followed[] = [];
afterEach(() => {
  for (const one of followed.splice(0)) one.close();
});

async function follow(inbox: TestInbox, url = service.url): Promise<Followed> {
  const one = await followInbox(url, inbox.token);
  followed.push(one);
  return one;
}

async function prepared(kind: "furnished" | "test" = "furnished") {
  const environment = await service.newEnvironment(kind);
  await environment.given.workflow("news", [inApp("Hello {{ payload.n }}")]);
  await environment.given.subscriber("ada", { firstName: "Ada" });
  return { environment, inbox: await openInbox(service.url, environment, "ada") };
}

test("a connected inbox is sent a new message and the new counts at once", async () => {
  const { environment, inbox } = await prepared();
  const stream = await follow(inbox);
  const none = { total: 0, severity: { high: 0, medium: 0, low: 0, none: 0 } };
  expect(await stream.next("ready")).toEqual({ unreadCount: none, unseenCount: 0 });
  await environment.trigger("news", "ada", { payload: { n: 1 } });
  const { notification } = await stream.next("notification_received");
  expect(await inbox.list()).toEqual([notification]);
  expect(await stream.next("unread_count_changed")).toMatchObject({ unreadCount: { total: 1 } });
  expect(await stream.next("unseen_count_changed")).toEqual({ unseenCount: 1 });
});

test("what one tab does, the others are sent", async () => {
  const { environment, inbox } = await prepared();
  await environment.trigger("news", "ada", { payload: { n: 1 } });
  const [{ id }] = await environment
    .until(`/v1/messages?subscriberId=ada`, ({ data }) => data.length === 1)
    .then(() => inbox.list());
  const [one, other] = [await follow(inbox), await follow(inboxOf(service.url, inbox))];
  await inbox.patch(`/notifications/${id}/read`);
  for (const stream of [one, other]) {
    expect(await stream.next("unread_count_changed")).toMatchObject({ unreadCount: { total: 0 } });
  }
});

test("a subscriber of another environment, and another subscriber, are sent nothing", async () => {
  const { environment, inbox } = await prepared();
  const { inbox: foreign } = await prepared();
  await environment.given.subscriber("bob");
  const bob = await openInbox(service.url, environment, "bob");
  const streams = [await follow(foreign), await follow(bob)];
  const own = await follow(inbox);
  await environment.trigger("news", "ada", { payload: { n: 1 } });
  await own.next("unseen_count_changed");
  expect(streams.map(({ events }) => events.map(({ event }) => event))).toEqual([["ready"], ["ready"]]);
});

test("an inbox with a context is sent only the messages of exactly this context", async () => {
  const { environment, inbox } = await prepared();
  const context = { tenant: "acme" };
  const { createHmac } = await import("node:crypto");
  const contextHash = createHmac("sha256", environment.apiKey).update('{"tenant":"acme"}').digest("hex");
  const ofTenant = await openInbox(service.url, environment, "ada", { context, contextHash });
  const [plain, tenant] = [await follow(inbox), await follow(ofTenant)];
  await environment.trigger("news", "ada", { payload: { n: 1 }, context });
  expect(await tenant.next("notification_received")).toMatchObject({ notification: { body: "Hello 1" } });
  await environment.trigger("news", "ada", { payload: { n: 2 } });
  expect(await plain.next("notification_received")).toMatchObject({ notification: { body: "Hello 2" } });
  expect(await plain.next("unread_count_changed")).toMatchObject({ unreadCount: { total: 1 } });
  expect((await ofTenant.list()).map(({ body }) => body)).toEqual(["Hello 1"]);
});

test("a message that returns from a snooze is sent again", async () => {
  const { environment, inbox } = await prepared("test");
  const { now } = await settled(environment);
  await environment.given.trigger("news", { n: 1 });
  const [{ id }] = await inbox.list();
  const snoozeUntil = new Date(Date.parse(now) + 3_600_000).toISOString();
  await inbox.patch(`/notifications/${id}/snooze`, { snoozeUntil });
  const stream = await follow(inbox);
  expect(await stream.next("ready")).toMatchObject({ unseenCount: 0, unreadCount: { total: 0 } });
  await advance(environment, 1, "hours");
  expect(await stream.next("notification_received")).toMatchObject({
    notification: { id, isSnoozed: false },
  });
  expect(await stream.next("unread_count_changed")).toMatchObject({ unreadCount: { total: 1 } });
});

test("a connection of another process is sent the same, from its first moment on", async () => {
  const { environment, inbox } = await prepared();
  const other = await startService({
    ...service.parts,
    settings: { ...service.parts.settings, role: "api" },
  });
  try {
    const stream = await follow(inboxOf(other.url, inbox), other.url);
    await stream.next("ready");
    await environment.trigger("news", "ada", { payload: { n: 1 } });
    expect(await stream.next("notification_received")).toMatchObject({ notification: { body: "Hello 1" } });
    const [{ id }] = await inbox.list();
    await inbox.patch(`/notifications/${id}/read`);
    await stream.next("unread_count_changed");
    expect(await stream.next("unread_count_changed")).toMatchObject({ unreadCount: { total: 0 } });
    stream.close();
  } finally {
    await other.close();
  }
});

test("a connected subscriber is online; after its last connection it is not, and says since when", async () => {
  const { environment, inbox } = await prepared();
  const [one, other] = [await follow(inbox), await follow(inbox)];
  await environment.until("/v2/subscribers/ada", ({ isOnline }) => isOnline);
  one.close();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await environment.get("/v2/subscribers/ada")).body.isOnline).toBe(true);
  const closedAtMs = Date.now();
  other.close();
  const { lastOnlineAt } = await environment.until("/v2/subscribers/ada", ({ isOnline }) => !isOnline);
  expect(Date.parse(lastOnlineAt)).toBeGreaterThanOrEqual(closedAtMs);
});

test("clients that have gone before their stream begins take no place of their subscriber", async () => {
  const { inbox } = await prepared();
  const { hostname, port } = new URL(service.url);
  const head = `GET /v1/inbox/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${inbox.token}\r\n\r\n`;
  const comeAndGo = () =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname)
        .on("error", () => {})
        .on("close", resolve);
      socket.resume().end(head);
    });
  await Promise.all(Array.from({ length: MAX_OF_SUBSCRIBER }, comeAndGo));
  const opens = () =>
    follow(inbox).then(
      () => true,
      () => false,
    );
  await expect.poll(opens).toBe(true);
});

test("a service that stops sends the event 'closing'", async () => {
  const { inbox } = await prepared();
  const other = await startService({
    ...service.parts,
    settings: { ...service.parts.settings, role: "api" },
  });
  const stream = await follow(inbox, other.url);
  await stream.next("ready");
  await other.close();
  expect(await stream.next("closing")).toEqual({});
});
