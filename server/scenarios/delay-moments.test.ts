import { expect, test } from "vitest";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { delay, digest, inApp, lasting } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, frozenAt, runOf, sentBy, waitsUntil } from "../testing/virtual-time.ts";

const service = await useTestService();

const NOON = "2026-01-31T12:00:00.000Z";

/** Cron expression, time zone, begin and end of the delay, around changes to and from summer time. */
const CHANGES = [
  ["0 9 * * *", "Europe/Berlin", "2026-03-28T12:00:00.000Z", "2026-03-29T07:00:00.000Z"],
  ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00.000Z", "2026-03-29T01:00:00.000Z"],
  ["0 9 * * *", "Europe/Berlin", "2026-10-24T12:00:00.000Z", "2026-10-25T08:00:00.000Z"],
  ["30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00.000Z", "2026-10-25T00:30:00.000Z"],
  ["0 9 * * *", "America/New_York", "2026-10-31T20:00:00.000Z", "2026-11-01T14:00:00.000Z"],
  ["30 1 * * *", "America/New_York", "2026-11-01T05:30:00.000Z", "2026-11-02T06:30:00.000Z"],
  ["*/30 * * * *", "America/New_York", "2026-11-01T05:30:00.000Z", "2026-11-01T06:00:00.000Z"],
  ["30 2 * * *", "America/New_York", "2026-03-07T12:00:00.000Z", "2026-03-08T07:00:00.000Z"],
  ["0 9 * * *", null, "2026-03-28T12:00:00.000Z", "2026-03-29T09:00:00.000Z"],
] as const;

test.each(CHANGES)("delay %s in %s: from %s to %s", async (cron, timezone, from, until) => {
  const environment = await frozenAt(service, from);
  await environment.given.workflow("timed", [delay({ type: "timed", cron }), inApp("x")]);
  const id = await environment.given.trigger("timed", {}, { to: { subscriberId: "ada", timezone } });
  expect(waitsUntil(await runOf(environment, id))).toBe(until);
  await advance(environment, 2, "days");
  expect(await sentBy(environment)).toEqual([["x", until]]);
  expect((await endOf(environment, id)).jobs[0].digest).toEqual({
    type: "timed",
    timed: { cronExpression: cron },
  });
});

const dynamic = delay({ type: "dynamic", dynamicKey: "order.ships" });

test.each([
  ["an ISO moment", "2026-03-01T08:30:00Z", "2026-03-01T08:30:00.000Z"],
  ["an ISO moment with an offset", "2026-03-01T08:30:00+05:30", "2026-03-01T03:00:00.000Z"],
  ["an ISO moment without one", "2026-03-01T08:30", "2026-03-01T08:30:00.000Z"],
  ["a date", "2026-03-01", "2026-03-01T00:00:00.000Z"],
  ["an amount with its unit", lasting(2, "weeks"), "2026-02-14T12:00:00.000Z"],
  ["an amount as text", { amount: "36", unit: "hours" }, "2026-02-02T00:00:00.000Z"],
])("dynamic delay: ends at the payload's time if it is %s", async (_name, ships, until) => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("ships", [dynamic, inApp("x")]);
  const id = await environment.given.trigger("ships", { order: { ships } });
  await advance(environment, 50, "days");
  expect(await sentBy(environment)).toEqual([["x", until]]);
  await endOf(environment, id);
});

const UNREADABLE = "Invalid delay configuration";
test.each([
  ["nothing", {}, UNREADABLE, "was not found in payload"],
  ["null", { order: { ships: null } }, UNREADABLE, "was not found in payload"],
  ["more than a day ago", { order: { ships: "2026-01-30T11:59:59Z" } }, UNREADABLE, "at most 1 days ago"],
  ["a word", { order: { ships: "tomorrow" } }, UNREADABLE, "neither an ISO date nor an amount"],
  [
    "a day that does not exist",
    { order: { ships: "2026-02-31T00:00:00Z" } },
    UNREADABLE,
    "neither an ISO date",
  ],
  ["a number", { order: { ships: 1_800_000_000_000 } }, UNREADABLE, "neither an ISO date"],
  ["an unknown unit", { order: { ships: lasting(1, "fortnights") } }, UNREADABLE, "neither an ISO date"],
  ["an amount of zero", { order: { ships: lasting(0, "days") } }, UNREADABLE, "neither an ISO date"],
  ["more than a year", { order: { ships: "2027-02-02T00:00:00Z" } }, "Defer duration limit exceeded", ""],
])(
  "dynamic delay: fails and ends the run if the payload's time is %s",
  async (_name, payload, detail, reason) => {
    const environment = await frozenAt(service, NOON);
    await environment.given.workflow("ships", [
      inApp("before"),
      dynamic,
      { ...inApp("after"), stepId: "after" },
    ]);
    const run = await endOf(environment, await environment.given.trigger("ships", payload));
    expect(statusesOf(run)).toEqual(["completed", "failed", "canceled"]);
    expect(detailsOf(run.jobs[1]).at(-1)).toBe(detail);
    expect(run.jobs[1].executionDetails.at(-1).raw ?? "").toContain(reason);
  },
);

const FIVE_MINUTES = lasting(5, "minutes");

test.each([
  ["now", {}, NOON, 0],
  ["a second ago", {}, "2026-01-31T11:59:59Z", 1_000],
  ["a day ago", {}, "2026-01-30T12:00:00Z", 86_400_000],
  ["at the end of its own grace period", { gracePeriod: FIVE_MINUTES }, "2026-01-31T11:55:00Z", 300_000],
  [
    "a day ago, its grace period cannot be read",
    { gracePeriod: lasting(1, "fortnights") },
    "2026-01-30T12:00:00Z",
    86_400_000,
  ],
])(
  "dynamic delay: goes on at once, with a detail, if the payload's time is %s",
  async (_name, more, ships, lateMs) => {
    const environment = await frozenAt(service, NOON);
    const step = delay({ type: "dynamic", dynamicKey: "order.ships", ...more });
    await environment.given.workflow("ships", [step, inApp("waited {{ steps.wait.duration }}")]);
    const run = await endOf(environment, await environment.given.trigger("ships", { order: { ships } }));
    expect(await sentBy(environment)).toEqual([["waited 0", NOON]]);
    expect(detailsOf(run.jobs[0])).toEqual([
      "Step queued",
      "Delay does not wait, because its moment has just passed",
      "Delay is finished",
    ]);
    expect(JSON.parse(run.jobs[0].executionDetails[1].raw)).toEqual({
      momentAt: new Date(ships).toISOString(),
      lateMs,
    });
  },
);

test("dynamic delay: fails if the payload's time passed before the grace period of the step", async () => {
  const environment = await frozenAt(service, NOON);
  const step = delay({ type: "dynamic", dynamicKey: "order.ships", gracePeriod: FIVE_MINUTES });
  await environment.given.workflow("ships", [step, inApp("x")]);
  const payload = { order: { ships: "2026-01-31T11:54:59Z" } };
  const run = await endOf(environment, await environment.given.trigger("ships", payload));
  expect(statusesOf(run)).toEqual(["failed", "canceled"]);
  expect(run.jobs[0].executionDetails.at(-1).raw).toContain("at most 5 minutes ago");
});

test("dynamic delay: a digest that overtakes its moment does not lose the reminder", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("ships", [digest(lasting(10, "minutes")), dynamic, inApp("x")]);
  const id = await environment.given.trigger("ships", { order: { ships: "2026-01-31T12:05:00Z" } });
  await advance(environment, 1, "hours");
  expect(await sentBy(environment)).toEqual([["x", "2026-01-31T12:10:00.000Z"]]);
  await endOf(environment, id);
});

test("delay: a grace period of a wrong type is refused, one without a unit is an issue of the step", async () => {
  const environment = await service.newEnvironment();
  const workflow = (gracePeriod: unknown) => ({
    name: "Ships",
    workflowId: "ships",
    steps: [delay({ type: "dynamic", dynamicKey: "order.ships", gracePeriod })],
  });
  const refused = await environment.post("/v2/workflows", workflow("a day"));
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
    422,
    ["steps.0.controlValues.gracePeriod"],
  ]);
  const { status, body } = await environment.post("/v2/workflows", workflow({ amount: 1 }));
  expect([status, body.status]).toEqual([201, "ERROR"]);
  expect(body.steps[0].issues.controls.gracePeriod).toHaveLength(1);
});

test("`delayPath`: the delay ends at the payload's time; a time in the past fails", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("older", [delay({ type: "scheduled", delayPath: "at" }), inApp("x")]);
  await environment.given.trigger("older", { at: "2026-02-01T09:00:00.000Z" });
  const past = await endOf(
    environment,
    await environment.given.trigger("older", { at: "2026-01-01T09:00:00.000Z" }),
  );
  expect(past.jobs[0].executionDetails.at(-1)).toMatchObject({
    detail: UNREADABLE,
    raw: expect.stringContaining("must be a future date"),
  });
  await advance(environment, 1, "days");
  expect(await sentBy(environment)).toEqual([["x", "2026-02-01T09:00:00.000Z"]]);
});
