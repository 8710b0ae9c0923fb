import { expect, test } from "vitest";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { cut, useScriptedProvider } from "../testing/scripted-provider.ts";
import { delay, digest, inApp, lasting, sms } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, endsOf, frozenAt, goTo, runOf, sentBy, textsOf } from "../testing/virtual-time.ts";

const provider = await useScriptedProvider();
const service = await useTestService();

const NOON = "2026-06-30T12:00:00.000Z";
const at = (time: string) => `2026-06-30T${time}:00.000Z`;
const hourly = digest(lasting(1, "hours"));
const EVENTS = "{% for e in steps.collect.events %}{{ e.payload.n }},{% endfor %}";
const cancel = async (environment: TestEnvironment, transactionId: string) => {
  const { status, body } = await environment.delete(`/v1/events/trigger/${transactionId}`);
  expect(status).toBe(200);
  return body;
};

/** Triggers one event every five minutes. */
async function triggerEvents(environment: TestEnvironment, name: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    ids.push(await environment.given.trigger(name, { n }));
    await advance(environment, 5, "minutes");
  }
  return ids;
}

test("cancel: ends the delayed runs of both subscribers; a second cancel answers false", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("later", [inApp("a"), delay(lasting(1, "hours")), secondInbox("b")]);
  const id = await environment.given.trigger("later", {}, { to: ["ada", "bob"] });
  const other = await environment.given.trigger("later", {}, { to: "ada" });
  await goTo(environment, at("12:10"));
  expect(await cancel(environment, id)).toBe(true);
  for (const run of await endsOf(environment, id, 2)) {
    expect(statusesOf(run)).toEqual(["completed", "canceled", "canceled"]);
    const [, { executionDetails, updatedAt }] = run.jobs;
    expect(executionDetails.at(-1)).toMatchObject({ detail: "Step was canceled", createdAt: at("12:10") });
    expect([updatedAt, run.updatedAt]).toEqual([at("12:10"), at("12:10")]);
  }
  expect(await cancel(environment, id)).toBe(false);
  await advance(environment, 1, "days");
  expect((await textsOf(environment)).sort()).toEqual(["a", "a", "a", "b"]);
  expect(statusesOf(await endOf(environment, other))).toEqual(Array(3).fill("completed"));
});

test("cancel: answers false for finished and unknown transactions and changes nothing", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [hourly, inApp(EVENTS)]);
  const ids = await triggerEvents(environment, "news", 2);
  await goTo(environment, at("13:00"));
  for (const id of [...ids, "txn_unknown"]) expect(await cancel(environment, id)).toBe(false);
  expect(statusesOf(await endOf(environment, ids[0] as string))).toEqual(["completed", "completed"]);
  expect(statusesOf(await endOf(environment, ids[1] as string))).toEqual(["merged", "merged"]);
});

test("cancel: when a digest's first event is canceled, the next one takes over at the same end", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [hourly, inApp(EVENTS)]);
  const ids = await triggerEvents(environment, "news", 4);
  expect(await cancel(environment, ids[0] as string)).toBe(true);
  expect(await cancel(environment, ids[2] as string)).toBe(true);
  expect((await runOf(environment, ids[1] as string)).jobs[0].status).toBe("delayed");
  await environment.given.trigger("news", { n: 9 });
  await goTo(environment, at("14:30"));
  expect(await sentBy(environment)).toEqual([["1,3,9,", at("13:00")]]);
  const [first, successor, third, fourth] = await Promise.all(ids.map((id) => endOf(environment, id)));
  expect([first, successor, third, fourth].map(statusesOf)).toEqual([
    ["canceled", "canceled"],
    ["completed", "completed"],
    ["canceled", "canceled"],
    ["merged", "merged"],
  ]);
  expect(successor).not.toHaveProperty("_digestedNotificationId");
  expect(fourth._digestedNotificationId).toBe(successor._id);
  expect(successor.jobs[0].digest.events).toEqual([{ n: 1 }, { n: 3 }, { n: 9 }]);
});

test("cancel: a digest without events left sends nothing, and the next event opens a new window", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [hourly, inApp(EVENTS)]);
  const ids = await triggerEvents(environment, "news", 3);
  for (const id of ids) expect(await cancel(environment, id)).toBe(true);
  await goTo(environment, at("12:30"));
  await environment.given.trigger("news", { n: "new" });
  await advance(environment, 1, "days");
  expect(await sentBy(environment)).toEqual([["new,", at("13:30")]]);
  for (const id of ids) expect(statusesOf(await endOf(environment, id))).toEqual(["canceled", "canceled"]);
});

test("cancel: with two digests in a row, the runs left pass through both", async () => {
  const environment = await frozenAt(service, NOON);
  const text = "{{ steps.collect.eventCount }} {{ steps.large.eventCount }}";
  await environment.given.workflow("twice", [hourly, digest(lasting(1, "hours"), "large"), inApp(text)]);
  const [first, second, third] = (await triggerEvents(environment, "twice", 3)) as [string, string, string];
  expect(await cancel(environment, third)).toBe(true);
  expect(await cancel(environment, first)).toBe(true);
  expect((await endOf(environment, third)).jobs.map(detailsOf).slice(1)).toEqual([[], []]);
  await goTo(environment, at("13:30"));
  expect(statusesOf(await runOf(environment, second))).toEqual(["completed", "delayed", "pending"]);
  const late = await environment.given.trigger("twice", { n: "late" });
  await goTo(environment, at("13:45"));
  expect(await cancel(environment, late)).toBe(true);
  await goTo(environment, at("18:00"));
  expect(await sentBy(environment)).toEqual([["1 1", at("14:00")]]);
  for (const id of [first, second, late]) await endOf(environment, id);
});

test("cancel: a run canceled in its second digest drops the events of its first digest too", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("twice", [hourly, digest(lasting(1, "hours"), "large"), inApp("x")]);
  const [main, merged] = (await triggerEvents(environment, "twice", 2)) as [string, string];
  await goTo(environment, at("13:30"));
  expect(await cancel(environment, merged)).toBe(false);
  expect(await cancel(environment, main)).toBe(true);
  await advance(environment, 1, "days");
  expect(await textsOf(environment)).toEqual([]);
  expect(statusesOf(await endOf(environment, main))).toEqual(["completed", "canceled", "canceled"]);
});

test("cancel: a run that waits in its second digest takes the events of its first digest out of it", async () => {
  const environment = await frozenAt(service, NOON);
  const text = "{{ steps.large.eventCount }} {{ steps.large.events | map: 'payload.n' | join: ',' }}";
  await environment.given.workflow("twice", [hourly, digest(lasting(1, "days"), "large"), inApp(text)]);
  const rounds: string[][] = [];
  for (const _ of [1, 2, 3]) {
    rounds.push(await triggerEvents(environment, "twice", 2));
    await advance(environment, 2, "hours");
  }
  const [[first = ""] = [], [second = ""] = [], [, third = ""] = []] = rounds;
  expect(await cancel(environment, first)).toBe(true);
  expect(statusesOf(await runOf(environment, second))).toEqual(["completed", "delayed", "pending"]);
  expect(await cancel(environment, third)).toBe(false);
  await advance(environment, 2, "days");
  expect(await textsOf(environment)).toEqual([expect.stringMatching(/^4 /)]);
  for (const id of rounds.flat()) await endOf(environment, id);
});

function secondInbox(body: string) {
  return { ...inApp(body), stepId: "second" };
}

test("cancel: a message that waits for its next attempt is not tried again, and its run ends", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.integration("generic-sms", provider.url);
  await environment.given.workflow("text", [sms("Hi"), inApp("after {{ steps.text }}")]);
  provider.script("/", cut);
  const id = await environment.trigger("text", { subscriberId: "ada", phone: "+31600000001" });
  await advance(environment, 1, "seconds");
  expect(await cancel(environment, id)).toBe(true);
  await advance(environment, 1, "days");
  const run = await endOf(environment, id);
  expect(statusesOf(run)).toEqual(["canceled", "canceled"]);
  expect(run.jobs[0].executionDetails.at(-1).code).toBe("step_canceled");
  expect(provider.calls).toHaveLength(1);
  const { body } = await environment.get(`/v1/messages?transactionId=${id}`);
  expect(body.data).toMatchObject([{ status: "error", errorId: "step_canceled" }]);
  expect((await environment.get("/v1/dead-letters")).body.totalCount).toBe(0);
  expect(await cancel(environment, id)).toBe(false);
});
