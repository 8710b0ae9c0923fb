import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { startService } from "../src/service.ts";
import { assertExplained } from "../testing/assert-explained.ts";
import { statusesOf } from "../testing/job-readings.ts";
import { keyedCaller } from "../testing/keyed-caller.ts";
import { placesOf } from "../testing/marker-search.ts";
import { status, useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, digest, email, inApp, lasting, step, throttle } from "../testing/steps.ts";
import { settled } from "../testing/test-clock.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, frozenAt } from "../testing/virtual-time.ts";

/** A deleted subscriber is gone at once, gets nothing more, and workers erase its data. */

let environment: TestEnvironment;
const provider = await useScriptedProvider();
const service = await useTestService();

const MARK = "zq7marker";
const PHONE = "+31699887755";
const ID = `${MARK}-id`;
const profile = {
  firstName: `${MARK}First`,
  lastName: `${MARK}Last`,
  email: `${MARK}@example.com`,
  phone: PHONE,
  avatar: `https://pictures.example.com/${MARK}.png`,
  data: { note: `${MARK} data` },
};
const person = { subscriberId: ID, ...profile };
const payload = { text: `Hello ${MARK}`, group: `${MARK} group`, nested: [{ deep: `${MARK} deep` }] };

/** A condition for the messages `m`. */
const isOf = (transactionId: string) => sql`m.notification_id in (
  select n.id from notifications n join triggers t on t.id = n.trigger_id where t.transaction_id = ${transactionId})`;

const body = "{{ payload.text }} {{ subscriber.firstName }}";
/** A provider's answer with personal data, which becomes the error text of the dead letter. */
const echoPersonalData = (code: number) => (response: any) =>
  response.writeHead(code).end(`no ${MARK} ${PHONE}`);

const erasures = async (): Promise<number> =>
  (await service.database.queryPlanned(sql`select 1 from erasures`)).length;
const erased = () => expect.poll(erasures, { interval: 50 }).toBe(0);
const remove = async (subscriberId = ID) =>
  expect((await environment.delete(`/v2/subscribers/${encodeURIComponent(subscriberId)}`)).status).toBe(200);
const jobsOf = async (transactionId: string) =>
  (await environment.get(`/v1/notifications?limit=50&transactionId=${transactionId}`)).body.data;

describe("erasure", () => {
  test("a subscriber with data in every table: no text of it stays, the delivery record does", async () => {
    environment = await frozenAt(service);
    const call = keyedCaller(service.url, environment.apiKey);
    await environment.given.integration("push-webhook", `${provider.url}/push`);
    await environment.given.integration("generic-sms", `${provider.url}/sms`);
    provider.script("/sms", ...Array.from({ length: 20 }, () => echoPersonalData(400)));

    const created = await call({ path: "/v2/subscribers", key: "create", body: person });
    expect(created.status).toBe(201);
    await call({ method: "PATCH", path: `/v2/subscribers/${ID}`, key: "patch", body: { locale: "nl_NL" } });
    await environment.put(`/v1/subscribers/${ID}/credentials`, {
      providerId: "push-webhook",
      credentials: { deviceTokens: [`${MARK}-token`] },
    });
    await environment.post("/v2/topics", { key: "team", name: "Team" });
    const member = { identifier: `${MARK}-membership`, subscriberId: ID, name: `${MARK} membership` };
    await call({
      path: "/v2/topics/team/subscriptions",
      key: "subscribe",
      body: { subscriptions: [member] },
    });
    await environment.patch(`/v2/subscribers/${ID}/preferences`, { channels: { chat: false } });
    await environment.given.subscriber("bob", { email: "bob@example.com" });

    const custom = step("custom", "made", { said: "{{ payload.text }}" });
    await environment.given.workflow("all", [
      inApp(body, { subject: body }),
      email(body),
      step("push", "push", { subject: body, body }),
      custom,
      { ...step("sms", "text", { body }), delivery: { maxAttempts: 1 } },
    ]);
    await environment.given.workflow("digests", [
      digest({ ...lasting(1, "days"), digestKey: "payload.group" }),
      inApp("{{ steps.collect.events.length }} {{ payload.text }}"),
    ]);
    await environment.given.workflow("waits", [inApp(body), delay(lasting(2, "days")), email(body)]);
    await environment.given.workflow("throttled", [
      throttle({ type: "fixed", amount: 1, unit: "hours", threshold: 1, throttleKey: "payload.group" }),
      inApp(body),
    ]);
    await environment.given.workflow("plain", [inApp("New comment")]);
    await environment.given.workflow("joint", [
      digest(lasting(1, "hours")),
      step("custom", "made", { said: "By {{ payload.from }}" }),
      inApp("{{ steps.collect.events.length }} new"),
    ]);

    const context = {
      user: { id: ID, data: { home: `${MARK} street` } },
      tenant: { id: "acme", data: { a: 1 } },
    };
    const overrides = { email: { toRecipient: `${MARK}.other@example.com` } };
    const all = await environment.trigger("all", person, { payload, context, overrides });
    const merged = [1, 2].map(() => environment.trigger("digests", person, { payload }));
    const waiting = await environment.trigger("waits", person, { payload });
    for (const _ of [1, 2]) await environment.trigger("throttled", person, { payload });
    const shared = {
      text: "For all",
      from: `Ada <${profile.email.toUpperCase()}>`,
      call: { [PHONE]: "now" },
    };
    const both = await environment.trigger("plain", [person, "bob"], { payload: shared });
    const caused = await environment.trigger("plain", "bob", { payload: { by: profile.email }, actor: ID });
    const topic = await environment.trigger(
      "plain",
      { type: "Topic", topicKey: "team" },
      { payload: shared },
    );
    const failed = await environment.trigger("plain", person, { payload });
    await Promise.all(merged);
    const joint: string[] = [];
    for (const _ of [1, 2])
      joint.push(
        await environment.trigger("joint", [person, "bob"], { payload: { from: profile.email, group: 1 } }),
      );
    await settled(environment);
    await advance(environment, 2, "hours");
    // As a trigger that was given up or canceled before this recipient had a notification.
    await service.database.queryPlanned(sql`
      with lost as (delete from notifications
          where trigger_id = (select id from triggers where transaction_id = ${failed}) returning id),
        messages_lost as (delete from messages where notification_id in (select id from lost)),
        jobs_lost as (delete from jobs where notification_id in (select id from lost)),
        details_lost as (delete from execution_details where notification_id in (select id from lost))
      update triggers set failure = 'trigger_crashed' where transaction_id = ${failed}`);
    const planted = await placesOf(service, [MARK, PHONE]);
    for (const place of PLANTED) expect(planted, place).toContain(place);
    expect(planted.filter((place) => place.startsWith("outbox/")).length).toBeGreaterThan(0);

    await remove();
    expect((await environment.get(`/v2/subscribers/${ID}`)).status).toBe(404);
    const { data: left } = (await environment.get("/v1/messages?limit=100")).body;
    expect(left.map(({ content }: any) => content).toSorted()).toEqual([
      "2 new",
      "New comment",
      "New comment",
    ]);
    await erased();
    expect(await placesOf(service, [MARK, PHONE])).toEqual([]);

    const [run] = await jobsOf(all);
    expect(statusesOf(run)).toEqual(["completed", "completed", "completed", "completed", "failed"]);
    expect(run.jobs[4].executionDetails.map(({ code }: any) => code)).toContain("provider_failed");
    expect(run.payload).toEqual({});
    expect((await environment.get(`/v1/events/trigger/${all}`)).body).toMatchObject({ recipients: 1 });
    const [stopped] = await jobsOf(waiting);
    expect(statusesOf(stopped)).toEqual(["completed", "failed", "canceled"]);
    const rows = await service.database.queryPlanned<{ channel: string; status: string }>(sql`
      select channel, status from messages m
      where environment_id = ${environment.id} and ${isOf(all)} order by id`);
    expect(rows).toEqual([
      ...["in_app", "email", "push"].map((channel) => ({ channel, status: "sent" })),
      { channel: "sms", status: "error" },
    ]);
    // Payloads shared with other recipients stay, without the personal data.
    for (const transactionId of [both, topic]) {
      const found = (await jobsOf(transactionId))[0].payload;
      expect(found).toEqual({ text: "For all", from: "Ada <[erased]>", call: { "[erased]": "now" } });
    }
    expect((await jobsOf(both)).map(({ subscriber }: any) => subscriber?.subscriberId)).toContain("bob");
    // So do the events of the other recipient's digest, and the results of its steps.
    const ofBob = (await jobsOf(joint[0] ?? "")).find(
      ({ subscriber }: any) => subscriber?.subscriberId === "bob",
    );
    const finished = ofBob.jobs[0].executionDetails.find(({ code }: any) => code === "digest_finished");
    const events = JSON.parse(finished.raw).events.map(({ payload: event }: any) => event);
    expect(events).toEqual([1, 2].map(() => ({ from: "[erased]", group: 1 })));
    const [made] = await service.database.queryPlanned<{ output: object }>(sql`
      select j.output from jobs j join notifications n on n.environment_id = j.environment_id and n.id = j.notification_id
      join subscribers s on s.environment_id = n.environment_id and s.id = n.subscriber_id
      where s.environment_id = ${environment.id} and s.subscriber_id = 'bob' and j.type = 'custom' and j.output is not null`);
    expect(JSON.stringify(made?.output)).toContain("By [erased]");
    expect((await jobsOf(caused))[0].payload).toEqual({ by: "[erased]" });
    expect((await environment.get("/v2/subscribers/bob")).body.email).toBe("bob@example.com");
    const contexts = await service.database.queryPlanned<{ type: string }>(sql`
      select type from contexts where environment_id = ${environment.id}`);
    expect(contexts).toEqual([{ type: "tenant" }]);

    // The messages are only a record: no client can send or delete them.
    const [sent] = await service.database.queryPlanned<{ id: string }>(sql`
      select id from messages m where ${isOf(all)} and channel = 'email'`);
    expect((await environment.post(`/v1/messages/${sent?.id}/resend`)).status).toBe(404);
    expect((await environment.delete(`/v1/messages/${sent?.id}`)).status).toBe(404);

    // The idempotency key of the creation stays used, and its response is not replayed.
    const again = await call({ path: "/v2/subscribers", key: "create", body: person });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining("erased")]);
    provider.reset();
    await advance(environment, 3, "days");
    expect(provider.calls).toEqual([]);
    expect(await placesOf(service, [MARK, PHONE])).toEqual([]);
  });
});

/** The data is in these places before the deletion; otherwise the search would prove nothing. */
const PLANTED = [
  "subscribers.email",
  "subscribers.data",
  "subscribers.avatar",
  "subscribers.phone",
  "subscribers.first_name",
  "triggers.recipients",
  "triggers.payload",
  "triggers.overrides",
  "triggers.actor",
  "triggers.context_keys",
  "messages.content",
  "messages.email",
  "messages.phone",
  "messages.subject",
  "jobs.output",
  "execution_details.raw",
  "digest_windows.digest_key",
  "throttle_windows.throttle_key",
  "contexts.data",
  "contexts.id",
  "topic_members.identifier",
  "stored_responses.subscriber_ids",
  "answer to create",
  "answer to patch",
  "answer to subscribe",
];

test("erasure: a trigger accepted before the deletion does not reach a recreated subscriber", async () => {
  environment = await service.newEnvironment();
  await environment.given.workflow("plain", [inApp("Hello {{ subscriber.lastName }}")]);
  await environment.given.subscriber("carl", { lastName: "Old" });
  const api = await startService({
    ...service.parts,
    settings: { ...service.parts.settings, role: "api" },
  });
  const { id, release } = await lockedTrigger(api.url);
  await api.close();
  await remove("carl");
  expect((await environment.post("/v2/subscribers", { subscriberId: "carl", lastName: "New" })).status).toBe(
    201,
  );
  release();
  const after = await environment.trigger("plain", "carl");
  const [fresh] = await environment.finished(after);
  expect(statusesOf(assertExplained(fresh))).toEqual(["completed"]);
  const [old] = await environment.finished(id);
  expect(old.jobs[0].executionDetails.map(({ code }: any) => code)).toContain("subscriber_gone");
  await erased();
  expect((await environment.get("/v2/subscribers/carl")).body).toMatchObject({ lastName: "New" });
  const { data } = (await environment.get("/v1/messages?subscriberId=carl")).body;
  expect(data.map(({ content }: any) => content)).toEqual(["Hello New"]);
  expect(await placesOf(service, ["Older"])).toEqual([]);
});

/**
 * A trigger locked until it is released: workers skip locked rows. It is accepted by a process without a worker, which
 * queues it; retried while a worker claims it first.
 */
async function lockedTrigger(apiUrl: string): Promise<{ id: string; release: () => void }> {
  const call = keyedCaller(apiUrl, environment.apiKey);
  for (let attempt = 0; attempt < 100; attempt++) {
    const held = await new Promise<{ id: string; release: () => void } | undefined>((resolve, reject) => {
      const hold = service.database.transaction(async (tx) => {
        const body = { name: "plain", to: { subscriberId: "carl", lastName: "Older" } };
        const { transactionId: id } = (await call({ path: "/v1/events/trigger", body })).body;
        const rows = await tx.query(sql`
          select from fanouts f join triggers t on t.environment_id = f.environment_id and t.id = f.trigger_id
          where t.transaction_id = ${id} and f.unfinished_claims = 0 for update of f skip locked`);
        if (rows.length === 0) return resolve(undefined);
        await new Promise<void>((release) => resolve({ id, release }));
      });
      hold.catch(reject);
    });
    if (held) return held;
  }
  throw new Error("a worker claimed the trigger first in each of 100 attempts");
}

test("erasure: waiting and in-flight messages are not tried again, and no later step runs", async () => {
  environment = await service.newEnvironment("bare");
  await environment.given.integration("generic-sms", `${provider.url}/late`);
  await environment.given.integration("email-webhook", `${provider.url}/mail`);
  const text = step("sms", "text", { body: "Code" });
  await environment.given.workflow("late", [text, email("After the text {{ steps.text }}")]);
  let answer = () => {};
  const arrived = new Promise<void>((resolve) => {
    provider.script("/late", (response) => {
      answer = () => response.end('{"id":"p1"}');
      resolve();
    });
  });
  const first = await environment.trigger("late", {
    subscriberId: "dora",
    phone: PHONE,
    email: "dora@example.com",
  });
  await arrived;
  // The next attempt is 10 minutes away, so that the deletion comes before it.
  provider.script("/late", status(503, { "retry-after": "600" }));
  const second = await environment.trigger("late", "dora");
  await environment.until(
    `/v1/messages?transactionId=${second}`,
    ({ data }) => data[0]?.status === "warning",
  );
  await remove("dora");
  answer();
  await erased();
  const [finished, stopped] = [(await jobsOf(first))[0], (await jobsOf(second))[0]];
  expect([statusesOf(finished), statusesOf(stopped)]).toEqual([
    ["completed", "failed"],
    ["failed", "canceled"],
  ]);
  expect(provider.calls.filter(({ path }) => path === "/late")).toHaveLength(2);
  expect(provider.calls.filter(({ path }) => path === "/mail")).toHaveLength(0);
  expect(await placesOf(service, ["dora@example.com", "+31600998877"])).toEqual([]);
});
