import { expect, test } from "vitest";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { delay, digest, inApp, lasting } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, frozenAt, goTo, sentBy, textsOf, waitsUntil } from "../testing/virtual-time.ts";

const service = await useTestService();

const NOON = "2026-01-31T12:00:00.000Z";
const COUNT = "{{ steps.collect.eventCount }}";
const hourly = (more: object = {}) => digest({ type: "regular", ...lasting(1, "hours"), ...more });

test("digest: one message has all events of the window in order; events do not extend the window", async () => {
  const environment = await frozenAt(service, NOON);
  const text = `${COUNT}: {% for e in steps.collect.events %}{{ e.payload.n }} at {{ e.time | date: "%H:%M" }}, {% endfor %}`;
  await environment.given.workflow("news", [hourly(), inApp(text)]);
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    ids.push(await environment.given.trigger("news", { n }));
    if (n < 3) await advance(environment, 15, "minutes");
  }
  await advance(environment, 1, "hours");
  expect(await sentBy(environment)).toEqual([
    ["4: 0 at 12:00, 1 at 12:15, 2 at 12:30, 3 at 12:45, ", "2026-01-31T13:00:00.000Z"],
  ]);
  const [main, ...others] = await Promise.all(ids.map((id) => endOf(environment, id)));
  expect(statusesOf(main)).toEqual(["completed", "completed"]);
  expect(detailsOf(main.jobs[0])).toEqual(["Step queued", "Step digested", "Digest triggered events"]);
  expect(waitsUntil({ jobs: [{ executionDetails: main.jobs[0].executionDetails.slice(0, 2) }] })).toBe(
    "2026-01-31T13:00:00.000Z",
  );
  const events = [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }];
  expect(main.jobs[0].digest).toEqual({ type: "regular", amount: 1, unit: "hours", events });
  for (const merged of others) {
    expect(merged._digestedNotificationId).toBe(main._id);
    expect(statusesOf(merged)).toEqual(["merged", "merged"]);
    expect(detailsOf(merged.jobs[0]).at(-1)).toBe("Digest was merged with other digest");
  }
});

test("digest: an event after the window's end opens a new window", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [hourly(), inApp(COUNT)]);
  await environment.given.trigger("news");
  await goTo(environment, "2026-01-31T13:00:00.000Z");
  await environment.given.trigger("news");
  await environment.given.trigger("news");
  await advance(environment, 1, "hours");
  expect(await sentBy(environment)).toEqual([
    ["1", "2026-01-31T13:00:00.000Z"],
    ["2", "2026-01-31T14:00:00.000Z"],
  ]);
});

test("digest key: each value at its nested path has its own window, and so have missing values", async () => {
  const environment = await frozenAt(service, NOON);
  const text = "post {{ steps.collect.events[0].payload.post.id }}: {{ steps.collect.eventCount }}";
  await environment.given.workflow("likes", [hourly({ digestKey: "post.id" }), inApp(text)]);
  for (const id of ["a", "b", "a", 7, "7", "a"]) await environment.given.trigger("likes", { post: { id } });
  for (const payload of [{}, { post: { id: null } }, { post: "a" }])
    await environment.given.trigger("likes", payload);
  await advance(environment, 1, "hours");
  expect((await textsOf(environment)).sort()).toEqual(
    ["post 7: 2", "post : 3", "post a: 3", "post b: 1"].sort(),
  );
});

test("digest: subscribers of one trigger never share a window", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [hourly(), inApp(`{{ subscriber.subscriberId }} ${COUNT}`)]);
  await environment.given.trigger("news", {}, { to: ["ada", "bob"] });
  await environment.given.trigger("news", {}, { to: "bob" });
  await environment.given.trigger("news", {}, { to: ["bob", "cleo"] });
  await advance(environment, 1, "hours");
  expect((await textsOf(environment)).sort()).toEqual(["ada 1", "bob 3", "cleo 1"]);
});

test("digest: two workflows with the same step never share a window", async () => {
  const environment = await frozenAt(service, NOON);
  for (const name of ["red", "blue"]) {
    await environment.given.workflow(name, [hourly(), inApp(`${name} ${COUNT}`)]);
  }
  for (const name of ["red", "blue", "red"]) await environment.given.trigger(name);
  await advance(environment, 1, "hours");
  expect((await textsOf(environment)).sort()).toEqual(["blue 1", "red 2"]);
});

test("digest: in a window over a month's end, a month has 30 days", async () => {
  const environment = await frozenAt(service, "2028-02-28T23:30:00.000Z");
  for (const [name, amount, unit] of [
    ["hours", 24, "hours"],
    ["days", 2, "days"],
    ["weeks", 1, "weeks"],
    ["months", 1, "months"],
  ] as const) {
    await environment.given.workflow(name, [digest(lasting(amount, unit)), inApp(name)]);
    await environment.given.trigger(name);
  }
  await advance(environment, 40, "days");
  expect(await sentBy(environment)).toEqual([
    ["hours", "2028-02-29T23:30:00.000Z"],
    ["days", "2028-03-01T23:30:00.000Z"],
    ["weeks", "2028-03-06T23:30:00.000Z"],
    ["months", "2028-03-29T23:30:00.000Z"],
  ]);
});

test("two digests: the second collects all events of the first; templates see both", async () => {
  const environment = await frozenAt(service, NOON);
  const text = "{{ steps.small.eventCount }} of {{ steps.large.eventCount }}, last {{ step.total_count }}";
  await environment.given.workflow("twice", [
    digest({ ...lasting(1, "hours"), digestKey: "post" }, "small"),
    inApp("small {{ steps.small.eventCount }}{{ steps.large.eventCount }}, last {{ step.total_count }}"),
    digest(lasting(1, "days"), "large"),
    { ...inApp(text), stepId: "last" },
  ]);
  const ids: string[] = [];
  for (const post of ["a", "b", "a", "a"]) ids.push(await environment.given.trigger("twice", { post }));
  await advance(environment, 2, "days");
  const messages = await sentBy(environment);
  expect(messages.slice(0, 2).sort()).toEqual([
    ["small 1, last 1", "2026-01-31T13:00:00.000Z"],
    ["small 3, last 3", "2026-01-31T13:00:00.000Z"],
  ]);
  expect(messages.slice(2).map(([, at]) => at)).toEqual(["2026-02-01T13:00:00.000Z"]);
  expect(messages[2]?.[0]).toMatch(/^(1|3) of 4, last 4$/);
  const ends = (await Promise.all(ids.map((id) => endOf(environment, id)))).map(statusesOf);
  expect(ends.slice(2)).toEqual(Array(2).fill(Array(4).fill("merged")));
  expect(ends.slice(0, 2).sort()).toEqual([
    Array(4).fill("completed"),
    ["completed", "completed", "merged", "merged"],
  ]);
});

test("digests in a row: each has all events of the windows before it, in order, and counts them", async () => {
  const environment = await frozenAt(service, NOON);
  const all = (id: string) =>
    `{{ steps.${id}.eventCount }}: {{ steps.${id}.events | map: "payload.n" | join: "," }}`;
  await environment.given.workflow("daily", [
    digest(lasting(1, "minutes"), "quick"),
    inApp(all("quick")),
    digest(lasting(1, "hours"), "hourly"),
    digest(lasting(1, "days"), "daily"),
    { ...inApp(`${all("hourly")} ${all("daily")}`), stepId: "last" },
  ]);
  const trigger = async (from: number, to: number) => {
    for (let n = from; n <= to; n += 1) await environment.given.trigger("daily", { n });
  };
  await trigger(1, 3);
  await advance(environment, 10, "minutes");
  await trigger(4, 8);
  await advance(environment, 2, "hours");
  await trigger(9, 9);
  await advance(environment, 2, "days");
  expect((await sentBy(environment)).map(([text]) => text)).toEqual([
    "3: 1,2,3",
    "5: 4,5,6,7,8",
    "1: 9",
    "8: 1,2,3,4,5,6,7,8 9: 1,2,3,4,5,6,7,8,9",
  ]);
});

test("digests in a row: `maxEvents` of the second counts the events of the first", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("both", [
    digest(lasting(1, "minutes"), "quick"),
    digest({ ...lasting(1, "days"), maxEvents: 4 }, "collect"),
    inApp(COUNT),
  ]);
  for (const _ of [1, 2, 3]) await environment.given.trigger("both");
  await advance(environment, 2, "minutes");
  expect(await textsOf(environment)).toEqual([]);
  for (const _ of [1, 2]) await environment.given.trigger("both");
  await advance(environment, 2, "minutes");
  expect(await textsOf(environment)).toEqual(["5"]);
});

test("digest: two runs whose delays end at the same time share one message", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("reminders", [
    delay({ type: "scheduled", delayPath: "at" }),
    digest(lasting(5, "minutes")),
    inApp(COUNT),
  ]);
  const at = "2026-02-01T09:00:00.000Z";
  await environment.given.trigger("reminders", { at });
  await advance(environment, 3, "hours");
  await environment.given.trigger("reminders", { at });
  await goTo(environment, "2026-02-01T10:00:00.000Z");
  expect(await sentBy(environment)).toEqual([["2", "2026-02-01T09:05:00.000Z"]]);
});

test("digest: an invalid duration or cron fails the step with the reason and ends the run", async () => {
  const environment = await frozenAt(service, NOON);
  for (const [name, controls, detail] of [
    ["none", { amount: 0, unit: "hours" }, "Invalid digest configuration"],
    ["far", lasting(13, "months"), "Defer duration limit exceeded"],
    ["never", { type: "timed", cron: "0 0 29 2 *" }, "Invalid digest configuration"],
  ] as const) {
    await environment.given.workflow(name, [digest(controls), inApp("x")]);
    const run = await endOf(environment, await environment.given.trigger(name));
    expect(statusesOf(run)).toEqual(["failed", "canceled"]);
    expect(detailsOf(run.jobs[0]).at(-1)).toBe(detail);
  }
});
