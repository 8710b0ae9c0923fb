import { expect, test } from "vitest";
import { ada } from "../testing/given.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { email, inApp, sms } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt, NEW_YEAR } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();

const list = async (environment: TestEnvironment, query: string) =>
  (await environment.get(`/v1/messages?${query}`)).body;
const channelsOf = (page: any) => page.data.map(({ channel }: any) => channel);

/** Mails are sent, SMS are refused for good, chat has no integration; `later` is tried again and again. */
async function prepared() {
  const environment = await frozenAt(service);
  const mail = await environment.given.integration("email-webhook", `${provider.url}/mail`);
  const text = await environment.given.integration("generic-sms", `${provider.url}/sms`);
  provider.script("/sms", status(400), ...Array(9).fill(status(503)));
  await environment.given.workflow("all", [inApp("one"), email("two"), sms("three")]);
  await environment.given.workflow("text", [sms("four")]);
  const transactionId = await environment.trigger("all", ada);
  await settled(environment);
  await environment.trigger("text", ada);
  await settled(environment);
  const [notification] = (await environment.get(`/v1/notifications?transactionId=${transactionId}`)).body
    .data;
  return { environment, mail, text, notification };
}

test("a message alone: has its attempts, its integration, when it was sent and when it is tried next", async () => {
  const { environment, mail, text } = await prepared();
  const { data } = await list(environment, "limit=100");
  expect(data).toHaveLength(4);
  for (const message of data) {
    const { status: code, body } = await environment.get(`/v1/messages/${message._id.toUpperCase()}`);
    expect([code, body]).toEqual([200, message]);
  }
  const [later, refused, mailed, shown] = data;
  expect(mailed).toMatchObject({ status: "sent", integrationId: mail._id, attempts: 1, sentAt: NEW_YEAR });
  expect(shown).toMatchObject({ channel: "in_app", status: "sent", attempts: 0, sentAt: NEW_YEAR });
  expect(refused).toMatchObject({ status: "error", integrationId: text._id, attempts: 1 });
  expect(later).toMatchObject({ status: "warning", attempts: 1 });
  expect(Date.parse(later.nextAttemptAt)).toBeGreaterThan(Date.parse(NEW_YEAR));
  for (const { sentAt } of [later, refused]) expect(sentAt).toBeUndefined();
  for (const { nextAttemptAt } of [refused, mailed, shown]) expect(nextAttemptAt).toBeUndefined();
});

test("a message alone: an unknown one and one of another environment are 404, no id is 422", async () => {
  const { environment } = await prepared();
  const { data } = await list(environment, "limit=1");
  const other = await service.newEnvironment();
  expect((await other.get(`/v1/messages/${data[0]._id}`)).status).toBe(404);
  expect((await environment.get(`/v1/messages/${"0".repeat(24)}`)).status).toBe(404);
  expect((await environment.get("/v1/messages/none")).status).toBe(422);
});

test("messages: are found by notification, status, workflow and integration, and by all of them", async () => {
  const { environment, mail, text, notification } = await prepared();
  const found = async (query: string) => channelsOf(await list(environment, query));
  expect(await found(`notificationId=${notification._id}`)).toEqual(["sms", "email", "in_app"]);
  expect(await found("status=sent")).toEqual(["email", "in_app"]);
  expect(await found("status=error")).toEqual(["sms"]);
  expect(await found("status=warning")).toEqual(["sms"]);
  expect(await found("workflowId=text")).toEqual(["sms"]);
  expect(await found("workflowId=all")).toEqual(["sms", "email", "in_app"]);
  expect(await found("workflowId=none")).toEqual([]);
  expect(await found(`integrationId=${mail._id}`)).toEqual(["email"]);
  expect(await found(`integrationId=${text._id}`)).toEqual(["sms", "sms"]);
  const all = `integrationId=${text._id}&status=error&workflowId=all&notificationId=${notification._id}`;
  expect(await found(all)).toEqual(["sms"]);
  expect(await found(`${all}&status=sent`.replace("status=error&", ""))).toEqual([]);
  expect((await environment.get("/v1/messages?status=lost")).status).toBe(422);
});

test("messages: one that waits because its integration is off is listed, and says when it is tried", async () => {
  const environment = await frozenAt(service);
  const { _id } = await environment.given.integration("generic-sms", `${provider.url}/sms`);
  provider.script("/sms", status(503));
  await environment.given.workflow("text", [sms("Hello")]);
  await environment.trigger("text", ada);
  await settled(environment);
  await environment.put(`/v1/integrations/${_id}`, { active: false });
  await advance(environment, 2, "minutes");
  const { data } = await list(environment, `status=warning&integrationId=${_id}`);
  const { now } = await settled(environment);
  expect(data).toHaveLength(1);
  expect(Date.parse(data[0].nextAttemptAt)).toBeGreaterThan(Date.parse(now));
});

test("cursors: walk all messages once, forth and back, also when new ones arrive or one is deleted", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("inbox", [inApp("one")]);
  const to = Array.from({ length: 7 }, (_, n) => ({ subscriberId: `s${n}` }));
  await environment.trigger("inbox", to);
  await settled(environment);
  const idsOf = ({ data }: any): string[] => data.map(({ _id }: any) => _id);
  const all = idsOf(await list(environment, "limit=100"));
  const first = await list(environment, "limit=3");
  expect(first).toMatchObject({ totalCount: 7, hasMore: true, previous: null, next: all[2] });
  await environment.trigger("inbox", [{ subscriberId: "new" }]);
  await settled(environment);
  await environment.delete(`/v1/messages/${all[2]}`);
  const second = await list(environment, `limit=3&after=${first.next}`);
  expect([idsOf(second), second.hasMore, second.totalCount]).toEqual([all.slice(3, 6), true, undefined]);
  const last = await list(environment, `limit=3&after=${second.next}`);
  expect([idsOf(last), last.hasMore, last.next]).toEqual([all.slice(6), false, null]);
  const back = await list(environment, `limit=3&before=${last.previous}`);
  expect([idsOf(back), back.next, back.previous]).toEqual([all.slice(3, 6), all[5], all[3]]);
  const newest = await list(environment, `limit=9&before=${back.previous}`);
  expect([idsOf(newest).slice(1), newest.previous]).toEqual([all.slice(0, 2), null]);
  expect((await list(environment, "includeTotal=false")).totalCount).toBeUndefined();
  const filtered = await list(environment, `limit=2&after=${all[0]}&status=sent&workflowId=inbox`);
  expect(idsOf(filtered)).toEqual([all[1], all[3]]);
});

test("cursors: two of them, or one and a page, are refused", async () => {
  const environment = await service.newEnvironment("bare");
  const id = "1".repeat(24);
  for (const query of [`after=${id}&before=${id}`, `after=${id}&page=1`]) {
    expect((await environment.get(`/v1/messages?${query}`)).status).toBe(400);
  }
  const { body } = await environment.get("/v1/messages?after=anything");
  expect(body).toMatchObject({ data: [], next: null });
});

test("messages: each has the payload and the overrides of its own trigger, on every page", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("both", [inApp("one"), { ...inApp("two"), stepId: "more" }]);
  for (const word of ["first", "second"]) {
    const event = { name: "both", to: ["ada", "ben"], payload: { word }, overrides: { chat: { word } } };
    await environment.post("/v1/events/trigger", event);
    await settled(environment);
  }
  const pages = ["limit=100", "limit=3&page=0", "limit=3&page=1", "limit=3&page=2"];
  const found = await Promise.all(pages.map(async (query) => (await list(environment, query)).data));
  const wordsOf = (page: any) =>
    page.map(({ payload, overrides }: any) => [payload.word, overrides.chat.word].join(" "));
  const all = [...Array(4).fill("second second"), ...Array(4).fill("first first")];
  expect(found.map(wordsOf)).toEqual([all, all.slice(0, 3), all.slice(3, 6), all.slice(6)]);
});
