import { expect, test } from "vitest";
import { detailsOf, statusesOf } from "../testing/job-readings.ts";
import { delay, inApp, lasting } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";
import {
  advance,
  endOf,
  frozenAt,
  goTo,
  runOf,
  sentBy,
  textsOf,
  waitsUntil,
} from "../testing/virtual-time.ts";

const service = await useTestService();

const NOON = "2026-01-31T12:00:00.000Z";

test("delay: the next step waits to the millisecond, and the execution detail states the end", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("later", [
    delay({ type: "regular", ...lasting(90, "minutes") }),
    inApp("waited {{ steps.wait.duration }}"),
  ]);
  const id = await environment.given.trigger("later");
  await goTo(environment, "2026-01-31T13:29:59.999Z");
  const waiting = await runOf(environment, id);
  expect(statusesOf(waiting)).toEqual(["delayed", "pending"]);
  expect(waiting.jobs[0].digest).toEqual({ type: "regular", amount: 90, unit: "minutes" });
  expect(JSON.parse(waiting.jobs[0].executionDetails.at(-1).raw)).toEqual({
    delay: 5_400_000,
    untilDate: "2026-01-31T13:30:00.000Z",
  });
  await advance(environment, 1, "seconds");
  expect(await sentBy(environment)).toEqual([["waited 5400000", "2026-01-31T13:30:00.000Z"]]);
  const run = await endOf(environment, id);
  expect(detailsOf(run.jobs[0])).toEqual(["Step queued", "Step delayed", "Delay is finished"]);
  expect(run.jobs[0].updatedAt).toBe("2026-01-31T13:30:00.000Z");
});

test("delay: with delays of every unit in a row, each begins where the one before ended", async () => {
  const environment = await frozenAt(service, NOON);
  const lengths = [
    lasting(30, "seconds"),
    lasting(1.5, "minutes"),
    lasting(2, "hours"),
    lasting(1, "days"),
    lasting(1, "weeks"),
    lasting(1, "months"),
  ];
  const steps = lengths.flatMap((length, n) => [
    delay(length, `wait-${n}`),
    { ...inApp(length.unit), stepId: `message-${n}` },
  ]);
  await environment.given.workflow("slow", steps);
  await environment.given.trigger("slow");
  await advance(environment, 60, "days");
  expect(await sentBy(environment)).toEqual([
    ["seconds", "2026-01-31T12:00:30.000Z"],
    ["minutes", "2026-01-31T12:02:00.000Z"],
    ["hours", "2026-01-31T14:02:00.000Z"],
    ["days", "2026-02-01T14:02:00.000Z"],
    ["weeks", "2026-02-08T14:02:00.000Z"],
    ["months", "2026-03-10T14:02:00.000Z"],
  ]);
});

test("delay: lasts up to 366 days; a longer one is a workflow issue and fails at once", async () => {
  const environment = await frozenAt(service, "2027-03-01T00:00:00.000Z");
  const year = await environment.given.workflow("year", [delay(lasting(365, "days")), inApp("a year")]);
  const longest = await environment.given.workflow("longest", [
    delay(lasting(366, "days")),
    inApp("longest"),
  ]);
  const longer = await environment.given.workflow("longer", [delay(lasting(367, "days")), inApp("longer")]);
  expect([year, longest, longer].map(({ status }) => status)).toEqual(["ACTIVE", "ACTIVE", "ERROR"]);
  for (const control of ["amount", "unit"]) {
    const [issue] = longer.steps[0].issues.controls[control];
    expect(issue).toMatchObject({
      issueType: "TIER_LIMIT_EXCEEDED",
      message: expect.stringContaining("366"),
    });
  }
  await environment.given.trigger("year");
  await environment.given.trigger("longest");
  const refused = await endOf(environment, await environment.given.trigger("longer"));
  expect(statusesOf(refused)).toEqual(["failed", "canceled"]);
  expect(detailsOf(refused.jobs[0])).toEqual(["Step queued", "Defer duration limit exceeded"]);
  await advance(environment, 400, "days");
  expect(await sentBy(environment)).toEqual([
    ["a year", "2028-02-29T00:00:00.000Z"],
    ["longest", "2028-03-01T00:00:00.000Z"],
  ]);
});

test("delay override: a valid one replaces the workflow's delay, an invalid one is ignored", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("later", [delay(lasting(1, "hours")), inApp("x")]);
  const endWith = async (override: unknown) =>
    waitsUntil(
      await runOf(
        environment,
        await environment.given.trigger("later", {}, { overrides: { delay: override } }),
      ),
    );
  expect(await endWith(lasting(2, "days"))).toBe("2026-02-02T12:00:00.000Z");
  expect(await endWith({ amount: "5", unit: "minutes" })).toBe("2026-01-31T12:05:00.000Z");
  for (const invalid of [{ amount: -1, unit: "days" }, lasting(1, "fortnights"), {}]) {
    expect(await endWith(invalid)).toBe("2026-01-31T13:00:00.000Z");
  }
  const overrides = { delay: lasting(13, "months") };
  const far = await endOf(environment, await environment.given.trigger("later", {}, { overrides }));
  expect(detailsOf(far.jobs[0]).at(-1)).toBe("Defer duration limit exceeded");
  await advance(environment, 1, "hours");
  expect(await textsOf(environment)).toHaveLength(4);
});

test("delay: an invalid duration or cron fails the step with the reason and ends the run", async () => {
  const environment = await frozenAt(service, NOON);
  for (const [name, controls, reason] of [
    ["nothing", {}, "amount and unit"],
    ["unit", { amount: 1, unit: "fortnights" }, "amount and unit"],
    ["never", { type: "timed", cron: "0 0 30 2 *" }, "calendar times"],
    ["leap", { type: "timed", cron: "0 0 29 2 *" }, "calendar times"],
  ] as const) {
    await environment.given.workflow(name, [delay(controls), inApp("x")]);
    const run = await endOf(environment, await environment.given.trigger(name));
    expect(statusesOf(run)).toEqual(["failed", "canceled"]);
    expect(detailsOf(run.jobs[0]).at(-1)).toBe("Invalid delay configuration");
    expect(run.jobs[0].executionDetails.at(-1).raw).toContain(reason);
  }
});

test("delay: if the subscriber is deleted meanwhile, the run fails with the reason", async () => {
  const environment = await frozenAt(service, NOON);
  await environment.given.workflow("later", [delay(lasting(1, "hours")), inApp("x")]);
  const id = await environment.given.trigger("later", {}, { to: ["ada", "bob"] });
  await environment.delete("/v2/subscribers/ada");
  await advance(environment, 1, "hours");
  const ends = (await environment.finished(id, 2)).map((run) => [
    statusesOf(run),
    detailsOf(run.jobs[0]).at(-1),
  ]);
  expect(ends).toContainEqual([["failed", "canceled"], "Subscriber was deleted before the step ran"]);
  expect(ends).toContainEqual([["completed", "completed"], "Delay is finished"]);
});
