import { setTimeout } from "node:timers/promises";
import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { systemTime, type Time } from "../src/foundation/clock.ts";
import { subscriberKeyOf } from "../src/foundation/ids.ts";
import { moveToErasures } from "../src/subscribers/erasure-store.ts";
import type { Subscriber } from "../src/subscribers/subscriber.ts";
import { findSubscriber } from "../src/subscribers/subscriber-store.ts";
import { PATIENCE_MS } from "../testing/patience.ts";
import { digest, email, inApp, lasting, throttle } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";

/** A trigger waits one second for what its first runs need. */
let isPatient = false;
const time: Time = {
  ...systemTime,
  after: (ms, work) => systemTime.after(isPatient && ms === 1_000 ? PATIENCE_MS : ms, work),
};

/** A worker without other work stores the first runs of a trigger by the statement that stores the trigger. */
const service = await useTestService({}, { time });
let environment: TestEnvironment;

beforeEach(async () => {
  environment = await service.newEnvironment();
  await environment.given.subscriber("ada", {
    firstName: "Ada",
    email: "ada@example.com",
    phone: "+4915112345678",
  });
  await environment.given.workflow("plain", [inApp("Hello {{ payload.name }}")]);
});

/** The messages at the moment of the call. */
const messagesOf = async (transactionId: string) =>
  (await environment.get(`/v1/messages?transactionId=${transactionId}`)).body.data;

/** Until no work is left, and no trigger came for a moment: the next one finds an idle worker. */
async function whenIdle(): Promise<void> {
  await setTimeout(15);
  const [row] = await service.database.query<{ count: number }>(sql`
    select (select count(*) from fanouts) + (select count(*) from jobs where due_at is not null) as count`);
  if (Number(row?.count) > 0) return whenIdle();
}

test("given an idle worker, when a trigger is answered, then its message can be read at once", async () => {
  for (const name of ["Ada", "Grace"]) {
    await whenIdle();
    isPatient = true;
    const transactionId = await environment.trigger("plain", "ada", { payload: { name } });
    isPatient = false;
    const messages = await messagesOf(transactionId);
    expect(messages.map((one: any) => [one.content, one.status])).toEqual([[`Hello ${name}`, "sent"]]);
    const { body: report } = await environment.get(`/v1/events/trigger/${transactionId}`);
    expect(report).toMatchObject({ isExpanding: false, delivered: 1 });
  }
});

test("given preferences that cannot be read, when a trigger is answered, then it has not waited for them", async () => {
  await whenIdle();
  const transactionId = await service.database.transaction(async (tx) => {
    await tx.query(sql`lock table subscriber_preferences in access exclusive mode`);
    const transactionId = await environment.trigger("plain", "ada", { payload: { name: "Ada" } });
    // The lock is still held: a statement of the request that waited for it would have ended by its lock timeout.
    expect(service.refusedStatements.map(({ code }) => code)).not.toContain("55P03");
    return transactionId;
  });
  await environment.finished(transactionId);
  expect((await messagesOf(transactionId)).map(({ content }: any) => content)).toEqual(["Hello Ada"]);
});

test("given an idle worker, when a trigger sends an e-mail, then it is sent after the commit", async () => {
  await environment.given.workflow("both", [inApp("Hello"), email("Your code")]);
  const transactionId = await environment.trigger("both", "ada");
  const [notification] = await environment.finished(transactionId);
  expect(notification.jobs.map((job: any) => job.status)).toEqual(["completed", "completed"]);
  expect((await messagesOf(transactionId)).map((one: any) => one.status)).toEqual(["sent", "sent"]);
});

test.each([
  ["a text with a filter", [inApp("Hello {{ payload.name | upcase }}")], "ada", 1],
  [
    "a throttle",
    [throttle({ type: "fixed", ...lasting(1, "hours"), threshold: 1 }), inApp("Hello")],
    "ada",
    1,
  ],
  ["a digest", [digest(lasting(1, "seconds")), inApp("Hello")], "ada", 1],
  ["a new subscriber", [inApp("Hello")], "grace", 1],
  [
    "a changed subscriber",
    [inApp("Hello {{ subscriber.firstName }}")],
    { subscriberId: "ada", firstName: "Augusta" },
    1,
  ],
  ["eleven recipients", [inApp("Hello")], Array.from({ length: 11 }, (_, index) => `new-${index}`), 11],
])("given %s, when it is triggered twice, then each is delivered once", async (_, steps, to, count) => {
  await environment.given.workflow("more", steps);
  for (const payload of [{ name: "Ada" }, { name: "Grace" }]) {
    await whenIdle();
    const transactionId = await environment.trigger("more", to, { payload });
    await environment.finished(transactionId, count);
  }
});

test("given a trigger, when its transactionId is used again, then nothing changes", async () => {
  const trigger = (more: object) =>
    environment.post("/v1/events/trigger", { name: "plain", to: "ada", transactionId: "once", ...more });
  expect((await trigger({})).status).toBe(201);
  expect((await trigger({})).body).toMatchObject({ acknowledged: true, transactionId: "once" });
  const changed = await trigger({ to: { subscriberId: "ada", firstName: "Augusta" } });
  expect(changed.status).toBe(422);
  const other = await trigger({ payload: { name: "Grace" } });
  expect(other.status).toBe(422);
  await environment.finished("once");
  expect(await messagesOf("once")).toHaveLength(1);
  expect((await environment.get("/v2/subscribers/ada")).body.firstName).toBe("Ada");
});

test("given a subscriber that is being deleted, when it is triggered, then the trigger creates it anew", async () => {
  const { body: before } = await environment.get("/v2/subscribers/ada");
  await whenIdle();
  const subscriber = await findSubscriber(service.database, environment.id, subscriberKeyOf("ada"));
  let triggered: Promise<string> | undefined;
  await service.database.transaction(async (tx) => {
    await moveToErasures(tx, environment.id, { subscriber: subscriber as Subscriber, addresses: [] });
    triggered = environment.trigger("plain", "ada", { payload: { name: "Ada" } });
    await untilBlocked();
  });
  const transactionId = (await triggered) as string;
  await environment.finished(transactionId);
  const { body: after } = await environment.get("/v2/subscribers/ada");
  expect(after._id).not.toBe(before._id);
  expect((await messagesOf(transactionId)).map((one: any) => one._subscriberId)).toEqual([after._id]);
});

/** Until a transaction waits for a row of another one. */
async function untilBlocked(): Promise<void> {
  const rows = await service.database.query(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  if (rows.length === 0) return untilBlocked();
}
