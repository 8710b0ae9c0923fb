import { beforeAll, expect, test } from "vitest";
import { useHttpReceiver } from "../testing/receivers.ts";
import { inApp, lasting, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { openInbox, type TestInbox } from "../testing/test-inbox.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

const service = await useTestService();
const provider = await useHttpReceiver((_call, response) => response.writeHead(200).end('{"id":"p1"}'));
let environment: TestEnvironment;
let inbox: TestInbox;

const ACTIONS = {
  primaryAction: { label: "Accept", redirect: { url: "https://example.com/yes", target: "_blank" } },
  secondaryAction: { label: "Refuse" },
  redirect: { url: "/invoices", target: "_self" },
  avatar: "https://example.com/a.png",
  data: { kind: "{{ payload.kind }}", nested: { level: 2 } },
};

beforeAll(async () => {
  environment = await frozenAt(service);
  await environment.given.integration("generic-sms", `${provider.url}/sms`);
});

async function fresh(subscriberId: string): Promise<void> {
  await environment.given.subscriber(subscriberId, { firstName: "Ada", phone: "+31600000001" });
  inbox = await openInbox(service.url, environment, subscriberId);
}

const NAMES = ["plain", "urgent", "promo"];
async function workflows(): Promise<void> {
  if ((await environment.get("/v2/workflows?query=plain")).body.workflows.length > 0) return;
  await environment.given.workflow("plain", [inApp("Hello {{ payload.n }}", ACTIONS)], { tags: ["news"] });
  await environment.given.workflow("urgent", [inApp("Fire")], { tags: ["alarm", "ops"], severity: "high" });
  await environment.given.workflow("promo", [inApp("Buy")], { tags: ["promo", "news"] });
}

async function received(subscriberId: string, names = NAMES): Promise<void> {
  await workflows();
  await fresh(subscriberId);
  for (const name of names) await environment.given.trigger(name, { kind: name, n: 1 }, { to: subscriberId });
}

const stored = async (query: string) =>
  (await environment.get(`/v1/messages?channel=in_app&${query}`)).body.data;
const bodies = (notifications: readonly { body: string }[]) => notifications.map(({ body }) => body);

test("a notification has everything that an inbox shows", async () => {
  await received("whole", ["plain"]);
  const [notification] = await inbox.list();
  const [message] = await stored("subscriberId=whole");
  expect(notification).toEqual({
    id: message._id,
    transactionId: message.transactionId,
    subject: "News",
    body: "Hello 1",
    to: { id: message._subscriberId, subscriberId: "whole", firstName: "Ada" },
    isRead: false,
    isSeen: false,
    isArchived: false,
    isSnoozed: false,
    deliveredAt: ["2026-01-01T00:00:00.000Z"],
    createdAt: "2026-01-01T00:00:00.000Z",
    avatar: "https://example.com/a.png",
    primaryAction: {
      label: "Accept",
      isCompleted: false,
      redirect: { url: "https://example.com/yes", target: "_blank" },
    },
    secondaryAction: { label: "Refuse", isCompleted: false },
    redirect: { url: "/invoices", target: "_self" },
    channelType: "in_app",
    tags: ["news"],
    data: { kind: "plain", nested: { level: 2 } },
    workflow: {
      id: message._templateId,
      identifier: "plain",
      name: "plain",
      critical: false,
      tags: ["news"],
      severity: "none",
    },
    severity: "none",
  });
});

test("the list: newest first, cut by the cursor, and never a page that promises more than there is", async () => {
  await received("many", ["plain", "urgent", "promo", "plain", "promo"]);
  const whole = await inbox.get("/notifications?limit=5");
  expect(bodies(whole.body.data)).toEqual(["Buy", "Hello 1", "Buy", "Fire", "Hello 1"]);
  expect(whole.body).toMatchObject({ hasMore: false, filter: {} });
  const first = await inbox.get("/notifications?limit=2&archived=false&snoozed=false");
  expect(first.body).toMatchObject({ hasMore: true, filter: { archived: false, snoozed: false } });
  const second = await inbox.get(`/notifications?limit=2&after=${first.body.data[1].id}`);
  const third = await inbox.get(`/notifications?limit=2&after=${second.body.data[1].id}`);
  const all = [first, second, third].flatMap(({ body }) => body.data);
  expect(all.map(({ id }) => id)).toEqual(whole.body.data.map(({ id }: { id: string }) => id));
  expect(third.body.hasMore).toBe(false);
  expect((await inbox.get("/notifications?limit=2&offset=4")).body.data).toHaveLength(1);
  expect((await inbox.get(`/notifications?after=${"0".repeat(24)}`)).body).toMatchObject({
    data: [],
    hasMore: false,
  });
});

test.each([
  ["severity=high", ["Fire"]],
  ["severity[]=high&severity[]=none", ["Buy", "Fire", "Hello 1"]],
  ["tags[]=alarm&tags[]=promo", ["Buy", "Fire"]],
  ["tags=news", ["Buy", "Hello 1"]],
  ["tags[0][]=news&tags[0][]=alarm&tags[1][]=promo", ["Buy"]],
  [`data=${encodeURIComponent('{"kind":"plain"}')}`, ["Hello 1"]],
  [`data=${encodeURIComponent('{"nested":{"level":2}}')}`, ["Hello 1"]],
  [`data=${encodeURIComponent('{"nested":{"level":3}}')}`, []],
  ["createdGte=1767225600000", ["Buy", "Fire", "Hello 1"]],
  ["createdLte=1767225599999", []],
  ["read=true", []],
  ["seen=false&read=false&archived=false&snoozed=false", ["Buy", "Fire", "Hello 1"]],
])("the filter %s finds the notifications that match", async (query, expected) => {
  const isFilled = (await environment.get("/v2/subscribers/filters")).status === 200;
  if (isFilled) inbox = await openInbox(service.url, environment, "filters");
  else await received("filters");
  expect(bodies(await inbox.list(query))).toEqual(expected);
});

test("the counts answer each filter in its order, as it was sent", async () => {
  await received("counted");
  const [urgent] = await inbox.list("severity=high");
  await inbox.patch(`/notifications/${urgent.id}/read`);
  const filters = [
    { read: false, snoozed: false, severity: "high" },
    { read: false, snoozed: false, severity: "none" },
    { read: true },
    {},
    { tags: ["news"], read: false },
    { tags: [["news"], ["promo"]] },
    { data: { kind: "plain" } },
  ];
  const { body } = await inbox.get(
    `/notifications/count?${new URLSearchParams({ filters: JSON.stringify(filters) })}`,
  );
  expect(body.data.map(({ filter }: any) => filter)).toEqual(filters);
  expect(body.data.map(({ count }: any) => count)).toEqual([0, 2, 1, 3, 2, 1, 1]);
});

test("reading: is stored with the message, counts as seen, and appears in the execution details", async () => {
  await received("reader", ["plain"]);
  const [{ id }] = await inbox.list();
  const { status, body } = await inbox.patch(`/notifications/${id}/read`);
  expect([status, body.data.isRead, body.data.isSeen]).toEqual([200, true, true]);
  const [message] = await stored("subscriberId=reader");
  expect(message).toMatchObject({
    read: true,
    seen: true,
    lastReadDate: "2026-01-01T00:00:00.000Z",
    lastSeenDate: "2026-01-01T00:00:00.000Z",
  });
  const [notification] = await environment.finished(message.transactionId);
  const details = notification.jobs[0].executionDetails.map(({ detail, status, source }: any) => [
    detail,
    status,
    source,
  ]);
  expect(details.slice(-2)).toEqual([
    ["Message seen", "ReadConfirmation", "Internal"],
    ["Message read", "ReadConfirmation", "Internal"],
  ]);
  await inbox.patch(`/notifications/${id}/read`);
  const [again] = await environment.finished(message.transactionId);
  expect(again.jobs[0].executionDetails).toHaveLength(details.length);
  const unread = await inbox.patch(`/notifications/${id}/unread`);
  expect([unread.body.data.isRead, unread.body.data.isSeen]).toEqual([false, true]);
});

test("archiving takes a notification out of the unread ones, and reading takes it back", async () => {
  await received("archivist", ["plain"]);
  const [{ id }] = await inbox.list();
  const archived = await inbox.patch(`/notifications/${id}/archive`);
  expect(archived.body.data).toMatchObject({ isArchived: true, isRead: true, isSeen: true });
  expect(await inbox.count({ archived: true }, { archived: false }, { read: false })).toEqual([1, 0, 0]);
  const unarchived = await inbox.patch(`/notifications/${id}/unarchive`);
  expect(unarchived.body.data).toMatchObject({ isArchived: false, isRead: true });
  await inbox.patch(`/notifications/${id}/archive`);
  expect((await inbox.patch(`/notifications/${id}/unread`)).body.data).toMatchObject({
    isArchived: false,
    isRead: false,
  });
});

test("a snoozed notification is hidden until its moment, and returns by itself as unread", async () => {
  await received("sleeper", ["plain"]);
  const [{ id }] = await inbox.list();
  await inbox.patch(`/notifications/${id}/read`);
  const snoozeUntil = new Date(Date.parse((await clock()).now) + 3_600_000).toISOString();
  const snoozed = await inbox.patch(`/notifications/${id}/snooze`, { snoozeUntil });
  expect(snoozed.body.data).toMatchObject({ isSnoozed: true, snoozedUntil: snoozeUntil });
  expect(await inbox.count({ snoozed: true }, { read: false, snoozed: false })).toEqual([1, 0]);
  expect((await stored("subscriberId=sleeper"))[0].snoozedUntil).toBe(snoozeUntil);
  await advance(environment, 59, "minutes");
  expect(await inbox.count({ snoozed: true })).toEqual([1]);
  await advance(environment, 1, "minutes");
  const [returned] = await inbox.list();
  expect(returned).toMatchObject({ isSnoozed: false, isRead: false });
  expect(returned.deliveredAt.at(-1)).toBe(snoozeUntil);
  expect(returned.snoozedUntil).toBeUndefined();
});

const clock = async () => (await environment.get("/v1/test-clock")).body;

test("a snooze can be ended by hand, and must end in the future, within 90 days", async () => {
  await received("waker", ["plain"]);
  const [{ id }] = await inbox.list();
  const now = Date.parse((await clock()).now);
  const until = (ms: number) => ({ snoozeUntil: new Date(now + ms).toISOString() });
  await inbox.patch(`/notifications/${id}/snooze`, until(60_000));
  const ended = await inbox.patch(`/notifications/${id}/unsnooze`);
  expect(ended.body.data).toMatchObject({ isSnoozed: false, isRead: false });
  expect(ended.body.data.deliveredAt).toHaveLength(2);
  for (const ms of [0, -1, 91 * 24 * 3_600_000]) {
    const { status, body } = await inbox.patch(`/notifications/${id}/snooze`, until(ms));
    expect([status, Object.keys(body.errors)]).toEqual([422, ["snoozeUntil"]]);
  }
  expect((await inbox.list())[0].isSnoozed).toBe(false);
});

test("a pressed button is stored with the message, and can be taken back", async () => {
  await received("presser", ["plain"]);
  const [{ id }] = await inbox.list();
  const path = `/notifications/${id}`;
  const done = await inbox.patch(`${path}/complete`, { actionType: "primary" });
  expect([done.body.data.primaryAction.isCompleted, done.body.data.secondaryAction.isCompleted]).toEqual([
    true,
    false,
  ]);
  const [message] = await stored("subscriberId=presser");
  expect(message.cta.action).toMatchObject({ status: "done", result: { type: "primary" } });
  const reverted = await inbox.patch(`${path}/revert`, { actionType: "primary" });
  expect(reverted.body.data.primaryAction.isCompleted).toBe(false);
  await received("presser", ["urgent"]);
  const [without] = await inbox.list("severity=high");
  const refused = await inbox.patch(`/notifications/${without.id}/complete`, { actionType: "secondary" });
  expect(refused.status).toBe(400);
});

test("many at once: read, archive, archive what is read, delete, seen; by tags and data", async () => {
  await received("bulk");
  const total = () => inbox.count({ read: false }, { archived: true }, { seen: true }, {});
  expect(await total()).toEqual([3, 0, 0, 3]);
  const [{ id }] = await inbox.list("severity=high");
  expect((await inbox.post("/notifications/seen", { notificationIds: [id] })).status).toBe(204);
  expect(await total()).toEqual([3, 0, 1, 3]);
  await inbox.post("/notifications/read", { tags: ["promo"] });
  expect(await total()).toEqual([2, 0, 2, 3]);
  await inbox.post("/notifications/read-archive", {});
  expect(await total()).toEqual([2, 1, 2, 3]);
  await inbox.post("/notifications/archive", { data: '{"kind":"plain"}' });
  expect(await total()).toEqual([1, 2, 3, 3]);
  await inbox.post("/notifications/read", { tags: [] });
  expect(await total()).toEqual([0, 2, 3, 3]);
  await inbox.post("/notifications/delete", { tags: ["news"] });
  expect(await total()).toEqual([0, 0, 1, 1]);
});

test("a deleted notification is gone", async () => {
  await received("deleter", ["plain"]);
  const [{ id }] = await inbox.list();
  expect((await inbox.delete(`/notifications/${id}/delete`)).status).toBe(204);
  expect((await inbox.delete(`/notifications/${id}/delete`)).status).toBe(404);
  expect((await inbox.patch(`/notifications/${id}/read`)).status).toBe(404);
  expect(await stored("subscriberId=deleter")).toEqual([]);
});

test("an SMS that waits for a reader is skipped as soon as the message is read", async () => {
  const onlyIf = { step: "inbox", is: "not_read", within: lasting(10, "minutes") };
  await environment.given.workflow("alarm", [inApp("Look"), { ...sms("Look!"), onlyIf }]);
  await fresh("quick");
  const transactionId = await environment.given.trigger("alarm", {}, { to: "quick" });
  const [{ id }] = await inbox.list();
  await inbox.post("/notifications/seen", { notificationIds: [id] });
  await settled(environment);
  const path = `/v1/notifications?transactionId=${transactionId}`;
  const waiting = (await environment.get(path)).body.data[0];
  expect(waiting.jobs[1].status).toBe("delayed");
  await inbox.patch(`/notifications/${id}/read`);
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[1].executionDetails.at(-1).code).toBe("already_reached");
  expect(provider.calls).toEqual([]);
});

test("a repeated message ends as soon as one of them is seen", async () => {
  const repeat = { every: lasting(1, "hours"), atMost: 3, until: "seen" };
  await environment.given.workflow("nag", [{ ...inApp("Look"), repeat }]);
  await fresh("nagged");
  const transactionId = await environment.given.trigger("nag", {}, { to: "nagged" });
  const [{ id }] = await inbox.list();
  await inbox.patch(`/notifications/${id}/read`);
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs[0].executionDetails.at(-1).code).toBe("repeat_ended");
  expect(await inbox.list()).toHaveLength(1);
});
