import { expect, test } from "vitest";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { inApp, lasting, throttle } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, endsOf, frozenAt, goTo, sentBy, textsOf } from "../testing/virtual-time.ts";

const service = await useTestService();

const NOON = "2026-02-28T12:00:00.000Z";
const at = (time: string) => `2026-02-28T${time}:00.000Z`;
const hourly = (more: object = {}) => throttle({ type: "fixed", ...lasting(1, "hours"), ...more });
const dynamic = throttle({ type: "dynamic", dynamicKey: "until" });
const EXCEEDED = "Throttle limit exceeded for the given window";

/** Triggers now, and returns whether a message was sent. */
async function passes(environment: TestEnvironment, payload: object = {}, to = "ada"): Promise<boolean> {
  const run = await endOf(environment, await environment.given.trigger("news", payload, { to }));
  const outcome = statusesOf(run).join(" ");
  expect(["completed completed", "skipped skipped"]).toContain(outcome);
  return outcome === "completed completed";
}

test("threshold: further runs are skipped until the window ends, and then it opens again", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [hourly({ threshold: 2 }), inApp("x")]);
  expect(await passes(environment)).toBe(true);
  await goTo(environment, at("12:40"));
  expect(await passes(environment)).toBe(true);
  expect(await passes(environment)).toBe(false);
  await goTo(environment, "2026-02-28T12:59:59.999Z");
  expect(await passes(environment)).toBe(false);
  await goTo(environment, at("13:00"));
  expect(await passes(environment)).toBe(true);
  expect(await passes(environment)).toBe(true);
  expect(await passes(environment)).toBe(false);
  await goTo(environment, at("14:00"));
  expect(await passes(environment)).toBe(true);
});

test("given a throttled run, it records limit, count and end, and later steps can read them", async () => {
  const environment = await frozenAt(service, NOON);
  const text =
    "{{ steps.throttle.executionCount }} of {{ steps.throttle.threshold }} since {{ steps.throttle.windowStart }}";
  await environment.given.workflow("news", [hourly({ threshold: 1 }), inApp(text)]);
  const first = await endOf(environment, await environment.given.trigger("news"));
  await advance(environment, 10, "minutes");
  await environment.given.trigger("news");
  const run = await endOf(environment, await environment.given.trigger("news"));
  expect(statusesOf(run)).toEqual(["skipped", "skipped"]);
  const output = { executionCount: 3, threshold: 1, windowStart: NOON, throttledUntil: at("13:00") };
  const [, last] = run.jobs[0].executionDetails;
  expect(last.detail).toBe(EXCEEDED);
  expect(JSON.parse(last.raw)).toEqual({ throttled: true, ...output });
  expect(JSON.parse(first.jobs[0].executionDetails.at(-1).raw)).toMatchObject({ throttled: false });
  expect(await sentBy(environment)).toEqual([[`1 of 1 since ${NOON}`, NOON]]);
});

test("given windows of every unit, the next run after their end passes", async () => {
  for (const [unit, end] of [
    ["minutes", at("12:03")],
    ["hours", at("15:00")],
    ["days", "2026-03-03T12:00:00.000Z"],
  ] as const) {
    const environment = await frozenAt(service, NOON);
    await environment.given.workflow("news", [throttle({ type: "fixed", ...lasting(3, unit) }), inApp("x")]);
    expect(await passes(environment)).toBe(true);
    await goTo(environment, new Date(Date.parse(end) - 1).toISOString());
    expect(await passes(environment)).toBe(false);
    await goTo(environment, end);
    expect(await passes(environment)).toBe(true);
  }
});

test("given several subscribers and throttle keys, each is counted by itself", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [hourly({ throttleKey: "post.id" }), inApp("x")]);
  const sent = [];
  for (const [to, id] of [
    ["ada", "1"],
    ["ada", "2"],
    ["bob", "1"],
    ["ada", "1"],
    ["ada", undefined],
    ["ada", null],
  ] as const) {
    sent.push(await passes(environment, { post: { id } }, to));
  }
  expect(sent).toEqual([true, true, true, false, true, false]);
  await advance(environment, 1, "hours");
  expect(await passes(environment, { post: { id: "1" } })).toBe(true);
});

test("dynamic window: ends at the payload's time or duration, and later payloads do not move it", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [dynamic, inApp("x")]);
  expect(await passes(environment, { until: at("18:00") })).toBe(true);
  expect(await passes(environment, { until: at("12:01") })).toBe(false);
  await goTo(environment, at("17:59"));
  expect(await passes(environment, { until: at("18:00") })).toBe(false);
  await goTo(environment, at("18:00"));
  expect(await passes(environment, { until: lasting(2, "days") })).toBe(true);
  await advance(environment, 47, "hours");
  expect(await passes(environment, { until: lasting(2, "days") })).toBe(false);
  await advance(environment, 1, "hours");
  expect(await passes(environment, { until: lasting(2, "days") })).toBe(true);
});

test("given a dynamic window that ends in the past, the run fails with the reason", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [dynamic, inApp("x")]);
  for (const until of ["2026-02-28T11:59:59Z", NOON]) {
    const late = await endOf(environment, await environment.given.trigger("news", { until }));
    expect(statusesOf(late)).toEqual(["failed", "canceled"]);
    expect(detailsOf(late.jobs[0]).at(-1)).toBe("Throttle window date is in the past");
  }
});

test("given an unreadable dynamic window, no run is throttled, and each says so", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("news", [dynamic, inApp("x")]);
  for (const until of [undefined, null, "tomorrow", "2026-02-30", lasting(1, "fortnights"), 5]) {
    const run = await endOf(environment, await environment.given.trigger("news", { until }));
    expect(statusesOf(run)).toEqual(["completed", "completed"]);
    expect(detailsOf(run.jobs[0]).at(-1)).toContain("throttles nothing");
  }
});

test("given 100 triggers at once and a threshold of five, five pass and the others say why", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("busy", [
    hourly({ threshold: 5 }),
    inApp("{{ steps.throttle.executionCount }}"),
  ]);
  const ids = await Promise.all(Array.from({ length: 100 }, () => environment.trigger("busy", "ada")));
  const runs = (await Promise.all(ids.map((id) => endsOf(environment, id)))).flat();
  expect((await textsOf(environment)).sort()).toEqual(["1", "2", "3", "4", "5"]);
  expect(runs.filter((run) => detailsOf(run.jobs[0]).at(-1) === EXCEEDED)).toHaveLength(95);
});
