import { expect, test } from "vitest";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { delay, inApp, lasting } from "../testing/steps.ts";
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
  ["now", { order: { ships: NOON } }, UNREADABLE, "must be a future date"],
  ["the past", { order: { ships: "2026-01-31T11:59:59Z" } }, UNREADABLE, "must be a future date"],
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
