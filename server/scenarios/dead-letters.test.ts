import { beforeEach, expect, test } from "vitest";
import { oldDeadLetters } from "../src/dead-letters/dead-letter-store.ts";
import { useHttpReceiver } from "../testing/receivers.ts";
import { delay, email, inApp } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

let isDown = true;
const provider = await useHttpReceiver((_call, response) => {
  response.writeHead(isDown ? 400 : 200).end('{"id":"p1"}');
});
const service = await useTestService();
beforeEach(() => {
  isDown = true;
  provider.calls.length = 0;
});

const mail = email("Hello {{ payload.n }}");
const recipient = (subscriberId: string) => ({ subscriberId, email: `${subscriberId}@example.com` });

async function prepared(steps: object[] = [mail]): Promise<TestEnvironment> {
  const environment = await frozenAt(service);
  await environment.given.integration("email-webhook", `${provider.url}/mail`);
  await environment.given.workflow("news", steps);
  return environment;
}

const replay = async (environment: TestEnvironment, body: object) =>
  (await environment.post("/v1/dead-letters/replay", body)).body;
const deadLetters = async (environment: TestEnvironment, query = "") =>
  (await environment.get(`/v1/dead-letters${query}`)).body;
const keys = () => provider.calls.map(({ headers }) => headers["idempotency-key"]);

test("replay: sends only the selected dead letter, with its first key, and its record says so", async () => {
  const environment = await prepared();
  const transactionId = await environment.trigger("news", [recipient("ada"), recipient("bob")], {
    payload: { n: 1 },
  });
  await settled(environment);
  const { data, totalCount } = await deadLetters(environment);
  expect(totalCount).toBe(2);
  isDown = false;
  const dry = await replay(environment, { filter: {}, dryRun: true });
  expect(dry).toMatchObject({ replayId: null, replayed: 2, skipped: { reached: 0, gone: 0 } });
  expect(provider.calls).toHaveLength(2);
  const [letter] = data;
  const real = await replay(environment, { ids: [letter._id] });
  expect(real).toMatchObject({ replayed: 1, ids: [letter._id] });
  await settled(environment);
  expect(provider.calls).toHaveLength(3);
  expect(new Set(keys()).size).toBe(2);
  const { body: message } = await environment.get(`/v1/messages?subscriberId=${letter.subscriberId}`);
  expect(message.data[0].status).toBe("sent");
  const [notification] = (await environment.finished(transactionId, 2)).filter(
    ({ _id }: any) => _id === letter._notificationId,
  );
  expect(notification.jobs[0].status).toBe("completed");
  const details = notification.jobs[0].executionDetails;
  const replayed = details.find(({ code }: any) => code === "message_replayed");
  expect(JSON.parse(replayed.raw).replayId).toBe(real.replayId);
  expect((await deadLetters(environment)).totalCount).toBe(1);
  const done = await deadLetters(environment, "?replayed=true");
  expect(done.data[0]).toMatchObject({ _id: letter._id, replayId: real.replayId });
});

test("replay: its progress counts what was sent, given up again and not sent yet", async () => {
  const environment = await prepared();
  await environment.trigger("news", [recipient("ada"), recipient("bob")], { payload: { n: 1 } });
  await settled(environment);
  const { data } = await deadLetters(environment);
  isDown = false;
  const { replayId } = await replay(environment, { ids: [data[0]._id] });
  const query = `?replayId=${replayId}`;
  await settled(environment);
  const one = await deadLetters(environment, query);
  expect(one.progress).toEqual({ sent: 1, failed: 0, waiting: 0 });
  expect(one.data.map(({ _id }: any) => _id)).toEqual([data[0]._id]);
  isDown = true;
  const second = await replay(environment, { filter: {} });
  await settled(environment);
  const again = await deadLetters(environment, `?replayId=${second.replayId}`);
  expect(again.progress).toEqual({ sent: 0, failed: 1, waiting: 0 });
  expect((await deadLetters(environment, query)).totalCount).toBe(1);
  expect((await deadLetters(environment)).progress).toBeUndefined();
  const other = await frozenAt(service);
  expect(await deadLetters(other, query)).toMatchObject({ data: [], progress: { sent: 0 } });
  expect((await environment.get("/v1/dead-letters?replayId=x")).status).toBe(422);
});

test("replay: ten concurrent replays of one dead letter send it once", async () => {
  const environment = await prepared();
  await environment.trigger("news", recipient("ada"), { payload: { n: 1 } });
  await settled(environment);
  isDown = false;
  const answers = await Promise.all(Array.from({ length: 10 }, () => replay(environment, { filter: {} })));
  expect(answers.reduce((sum, { replayed }) => sum + replayed, 0)).toBe(1);
  await settled(environment);
  expect(provider.calls).toHaveLength(2);
});

test("replay: skips a subscriber reached by a step that stands in, unless `includeReached` is set", async () => {
  const onlyIf = { step: "mail", is: "not_delivered" };
  const environment = await prepared([mail, { ...inApp("instead"), onlyIf }]);
  await environment.trigger("news", recipient("ada"), { payload: { n: 1 } });
  await settled(environment);
  isDown = false;
  expect(await replay(environment, { filter: {} })).toMatchObject({ replayed: 0, skipped: { reached: 1 } });
  expect(await replay(environment, { filter: {}, includeReached: true })).toMatchObject({ replayed: 1 });
  await settled(environment);
  expect(provider.calls).toHaveLength(2);
});

test("replay: sends the message of a run that waits in a later step, and the wait stays as it is", async () => {
  const environment = await prepared([mail, delay({ amount: 1, unit: "days" }), inApp("tomorrow")]);
  const transactionId = await environment.trigger("news", recipient("ada"), { payload: { n: 1 } });
  await settled(environment);
  isDown = false;
  expect((await replay(environment, { filter: {} })).replayed).toBe(1);
  await settled(environment);
  const path = `/v1/notifications?transactionId=${transactionId}`;
  const waiting = (await environment.get(path)).body.data[0];
  expect(waiting.jobs.map((job: any) => job.status)).toEqual(["completed", "delayed", "pending"]);
  await advance(environment, 1, "days");
  const [finished] = await environment.finished(transactionId);
  expect(finished.jobs.map((job: any) => job.status)).toEqual(["completed", "completed", "completed"]);
});

test("replay: two days after the failure the provider gets a new idempotency key", async () => {
  const environment = await prepared();
  await environment.trigger("news", recipient("ada"), { payload: { n: 1 } });
  await settled(environment);
  await advance(environment, 2, "days");
  isDown = false;
  await replay(environment, { filter: {} });
  await settled(environment);
  expect(provider.calls).toHaveLength(2);
  expect(new Set(keys()).size).toBe(2);
  expect(new Set(provider.calls.map(({ body }) => body.subject)).size).toBe(1);
});

test("replay: a message that fails again is a dead letter again", async () => {
  const environment = await prepared();
  await environment.trigger("news", recipient("ada"), { payload: { n: 1 } });
  await settled(environment);
  await replay(environment, { filter: {} });
  await settled(environment);
  expect((await deadLetters(environment)).totalCount).toBe(1);
  expect((await deadLetters(environment, "?replayed=true")).totalCount).toBe(1);
});

test("dead letters: filters, pages and counts of the list agree", async () => {
  const environment = await prepared();
  const recipients = Array.from({ length: 5 }, (_, index) => recipient(`p${index}`));
  const transactionId = await environment.trigger("news", recipients, { payload: { n: 1 } });
  await settled(environment);
  const first = await deadLetters(environment, "?limit=3");
  const second = await deadLetters(environment, `?limit=3&after=${first.next}`);
  expect([first.data.length, second.data.length, second.next]).toEqual([3, 2, null]);
  expect(first.counts).toEqual({ rejected: 5 });
  const ids = [...first.data, ...second.data].map(({ _id }: any) => _id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  for (const [query, count] of [
    ["channel=email", 5],
    ["channel=sms", 0],
    ["reason=rejected", 5],
    ["reason=expired", 0],
    ["subscriberId=p1", 1],
    ["workflowId=news", 5],
    ["workflowId=other", 0],
    [`transactionId=${transactionId}`, 5],
  ] as const) {
    expect((await deadLetters(environment, `?${query}`)).totalCount).toBe(count);
  }
  expect((await environment.get("/v1/dead-letters?reason=none")).status).toBe(422);
  expect((await environment.post("/v1/dead-letters/replay", {})).status).toBe(400);
  await environment.delete("/v2/subscribers/p1");
  expect(await replay(environment, { filter: {}, dryRun: true })).toMatchObject({
    replayed: 4,
    skipped: { gone: 1, reached: 0 },
  });
});

test("resend: a sent email goes out as rendered, with a new key; an in-app message gets 400", async () => {
  const environment = await prepared([inApp("in"), mail]);
  isDown = false;
  await environment.trigger("news", recipient("ada"), { payload: { n: 7 } });
  await settled(environment);
  const { body } = await environment.get("/v1/messages");
  const [sent, stored] = ["email", "in_app"].map((channel) =>
    body.data.find((message: any) => message.channel === channel),
  );
  const again = await environment.post(`/v1/messages/${sent._id}/resend`);
  expect([again.status, again.body]).toEqual([200, { acknowledged: true }]);
  await settled(environment);
  expect(provider.calls).toHaveLength(2);
  expect(new Set(provider.calls.map(({ body: sentBody }) => JSON.stringify(sentBody.html))).size).toBe(1);
  expect(new Set(keys()).size).toBe(2);
  expect((await environment.post(`/v1/messages/${stored._id}/resend`)).status).toBe(400);
  expect((await environment.post(`/v1/messages/${"0".repeat(24)}/resend`)).status).toBe(404);
});

test("retention: purges dead letters older than 30 days; their messages can still be resent", async () => {
  const environment = await prepared();
  await environment.trigger("news", [recipient("ada"), recipient("bob")], { payload: { n: 1 } });
  await settled(environment);
  const { data: messages } = (await environment.get("/v1/messages")).body;
  await advance(environment, 2, "days");
  await environment.trigger("news", recipient("cleo"), { payload: { n: 2 } });
  await advance(environment, 29, "days");
  const old = oldDeadLetters({ dead_letters: 30 });
  expect(await old.purge(service.database, 1)).toBe(1);
  expect(await old.purge(service.database, 10)).toBe(1);
  expect(await old.purge(service.database, 10)).toBe(0);
  expect((await deadLetters(environment)).data).toMatchObject([{ subscriberId: "cleo" }]);
  isDown = false;
  expect((await environment.post(`/v1/messages/${messages[0]._id}/resend`)).status).toBe(200);
  await settled(environment);
  expect(provider.calls).toHaveLength(4);
});
