import { expect, test } from "vitest";
import { detailsOf } from "../testing/job-readings.ts";
import { custom, delay, digest, email, inApp, lasting } from "../testing/steps.ts";
import type { TestEnvironment } from "../testing/test-environment.ts";
import { useTestService } from "../testing/test-service.ts";
import { endOf, frozenAt, goTo, runOf, sentBy, textsOf, waitsUntil } from "../testing/virtual-time.ts";

const service = await useTestService();

const ada = { subscriberId: "ada", email: "ada@example.com", timezone: "Europe/Amsterdam" };
const open = (start: string, end: string) => ({ isEnabled: true, hours: [{ start, end }] });
const OUTSIDE = "The step was skipped as it fell outside the subscriber's schedule";
const EXTENDED = "Step was extended to the next available time in the subscriber schedule";
const SPENT = "Step was executed due to maximum number of subscriber schedule extensions reached";
const CRITICAL = { preferences: { user: { all: { enabled: true, readOnly: true } } } };

/** Gives the subscriber this schedule; a day that is not named has no hours. */
async function setSchedule(
  environment: TestEnvironment,
  weeklySchedule: object,
  person: object = ada,
): Promise<void> {
  await environment.post("/v2/subscribers", person);
  const schedule = { isEnabled: true, weeklySchedule };
  expect((await environment.patch("/v2/subscribers/ada/preferences", { schedule })).status).toBe(200);
}

/** Whether a mail is sent at this time; otherwise it is a quiet hour. */
async function isSentAt(environment: TestEnvironment, moment: string): Promise<boolean> {
  await goTo(environment, moment);
  const { jobs } = await endOf(environment, await environment.given.trigger("mail", {}, { to: "ada" }));
  expect(jobs[0].status).toBe(detailsOf(jobs[0]).at(-1) === OUTSIDE ? "canceled" : "completed");
  return jobs[0].status === "completed";
}

async function sentAt(environment: TestEnvironment, moments: readonly string[]): Promise<boolean[]> {
  await environment.given.workflow("mail", [email("x")]);
  const sent: boolean[] = [];
  for (const moment of moments) sent.push(await isSentAt(environment, moment));
  return sent;
}

test("schedule: mails are sent within its hours, to the last second, in the subscriber's timezone", async () => {
  const environment = await frozenAt(service, "2026-05-31T00:00:00.000Z");
  await setSchedule(environment, { monday: open("09:00 AM", "05:00 PM"), tuesday: { isEnabled: false } });
  const moments = [
    "2026-05-31T10:00:00.000Z",
    "2026-06-01T06:59:59.999Z",
    "2026-06-01T07:00:00.000Z",
    "2026-06-01T15:00:59.000Z",
    "2026-06-01T15:01:00.000Z",
    "2026-06-02T10:00:00.000Z",
  ];
  expect(await sentAt(environment, moments)).toEqual([false, false, true, true, false, false]);
});

test("schedule over midnight: the night belongs to the day it begins on", async () => {
  const environment = await frozenAt(service, "2026-10-24T00:00:00.000Z");
  // Saturday night, when Amsterdam's clocks go back, is an hour longer.
  await setSchedule(environment, { saturday: open("10:00 PM", "6:00 AM") });
  const moments = [
    "2026-10-24T03:00:00.000Z",
    "2026-10-24T19:59:00.000Z",
    "2026-10-24T20:00:00.000Z",
    "2026-10-25T00:30:00.000Z",
    "2026-10-25T01:30:00.000Z",
    "2026-10-25T05:00:59.000Z",
    "2026-10-25T05:01:00.000Z",
    "2026-10-25T21:00:00.000Z",
  ];
  expect(await sentAt(environment, moments)).toEqual([false, false, true, true, true, true, false, false]);
});

test("given a subscriber without a timezone, the schedule is in UTC; a disabled one has no effect", async () => {
  const environment = await frozenAt(service, "2026-06-01T00:00:00.000Z");
  await setSchedule(
    environment,
    { monday: open("09:00 AM", "05:00 PM") },
    { subscriberId: "ada", email: "a@x.org" },
  );
  const moments = ["2026-06-01T08:59:00.000Z", "2026-06-01T09:00:00.000Z"];
  expect(await sentAt(environment, moments)).toEqual([false, true]);
  await environment.given.preference("ada", { schedule: { isEnabled: false } });
  expect(await isSentAt(environment, "2026-06-02T00:00:00.000Z")).toBe(true);
});

test("quiet hours: cancel only email, SMS, push and chat; a critical workflow ignores them", async () => {
  const environment = await frozenAt(service, "2026-06-01T00:00:00.000Z");
  await setSchedule(environment, {});
  const messageStep = (type: string) => ({
    name: type,
    stepId: type,
    type,
    controlValues: { subject: "x", body: "x" },
  });
  const steps = [
    inApp("in"),
    custom({ a: 1 }, "own"),
    { ...messageStep("throttle"), controlValues: lasting(1, "hours") },
    ...["email", "sms", "push", "chat"].map(messageStep),
  ];
  await environment.given.workflow("all", steps);
  await environment.given.workflow("alarm", [inApp("in"), email("x")], CRITICAL);
  const { jobs, critical } = await endOf(
    environment,
    await environment.given.trigger("all", {}, { to: ada }),
  );
  expect(jobs.map((job: any) => job.status)).toEqual([
    ...Array(3).fill("completed"),
    ...Array(4).fill("canceled"),
  ]);
  for (const job of jobs.slice(3)) expect(detailsOf(job)).toEqual(["Step queued", OUTSIDE]);
  const alarm = await endOf(environment, await environment.given.trigger("alarm", {}, { to: ada }));
  expect(alarm.jobs.map((job: any) => job.status)).toEqual(["completed", "completed"]);
  expect([critical, alarm.critical]).toEqual([false, true]);
});

const extended = { extendToSchedule: true };

test("extendToSchedule: a delay that ends in quiet hours lasts until the schedule opens", async () => {
  const environment = await frozenAt(service, "2026-06-01T20:00:00.000Z");
  await setSchedule(environment, { wednesday: open("09:00 AM", "05:00 PM") });
  const hour = lasting(1, "hours");
  await environment.given.workflow("patient", [delay({ ...hour, ...extended }), email("patient")]);
  await environment.given.workflow("hasty", [delay(hour), email("hasty")]);
  await environment.given.workflow("alarm", [delay({ ...hour, ...extended }), email("alarm")], CRITICAL);
  const [id, unextended, alarm] = [
    await environment.given.trigger("patient"),
    await environment.given.trigger("hasty"),
    await environment.given.trigger("alarm"),
  ];
  await goTo(environment, "2026-06-02T00:00:00.000Z");
  expect((await endOf(environment, unextended)).jobs.map((job: any) => job.status)).toEqual([
    "completed",
    "canceled",
  ]);
  const waiting = await runOf(environment, id);
  expect(detailsOf(waiting.jobs[0])).toEqual(["Step queued", "Step delayed", EXTENDED]);
  expect(waiting.jobs[0]).toMatchObject({ status: "delayed", scheduleExtensionsCount: 1 });
  expect(waitsUntil(waiting)).toBe("2026-06-03T07:00:00.000Z");
  await goTo(environment, "2026-06-04T00:00:00.000Z");
  expect((await endOf(environment, id)).jobs.map((job: any) => job.status)).toEqual([
    "completed",
    "completed",
  ]);
  expect((await endOf(environment, alarm)).jobs[0]).not.toHaveProperty("scheduleExtensionsCount");
  expect(await sentBy(environment)).toEqual([
    ["alarm", "2026-06-01T21:00:00.000Z"],
    ["patient", "2026-06-03T07:00:00.000Z"],
  ]);
});

test.each([
  ["digest", {}],
  ["sliding digest", { slidingCap: lasting(2, "hours") }],
])(
  "extendToSchedule: a %s that ends in quiet hours collects until the schedule opens",
  async (_name, more) => {
    const environment = await frozenAt(service, "2026-06-01T20:00:00.000Z");
    await setSchedule(environment, { tuesday: open("09:00 AM", "05:00 PM") });
    const step = digest({ ...lasting(1, "hours"), ...more, ...extended });
    await environment.given.workflow("news", [step, email("{{ steps.collect.eventCount }}")]);
    const id = await environment.given.trigger("news");
    for (const hour of ["22", "23"]) {
      await goTo(environment, `2026-06-01T${hour}:00:00.000Z`);
      await environment.given.trigger("news");
    }
    for (let hour = 1; hour < 5; hour += 1) {
      await goTo(environment, `2026-06-02T0${hour}:00:00.000Z`);
      await environment.given.trigger("news");
    }
    await goTo(environment, "2026-06-03T00:00:00.000Z");
    expect(await sentBy(environment)).toEqual([["7", "2026-06-02T07:00:00.000Z"]]);
    expect((await endOf(environment, id)).jobs[0].scheduleExtensionsCount).toBe(1);
  },
);

test("extendToSchedule: a delay ends after three extensions, even in quiet hours", async () => {
  const environment = await frozenAt(service, "2026-06-01T00:00:00.000Z");
  const days = ["tuesday", "wednesday", "thursday", "friday"];
  await environment.given.workflow("never", [
    delay({ ...lasting(1, "hours"), ...extended }),
    inApp("at last"),
  ]);
  await setSchedule(environment, { [days[0] as string]: open("09:00 AM", "05:00 PM") });
  const id = await environment.given.trigger("never");
  for (let n = 1; n < days.length; n += 1) {
    await goTo(environment, `2026-06-0${n + 1}T00:00:00.000Z`);
    expect((await runOf(environment, id)).jobs[0].scheduleExtensionsCount).toBe(n);
    await setSchedule(environment, { [days[n] as string]: open("09:00 AM", "05:00 PM") });
  }
  expect(await textsOf(environment)).toEqual([]);
  await goTo(environment, "2026-06-05T00:00:00.000Z");
  const run = await endOf(environment, id);
  expect(run.jobs[0].scheduleExtensionsCount).toBe(3);
  expect(detailsOf(run.jobs[0]).slice(2)).toEqual([EXTENDED, EXTENDED, EXTENDED, SPENT, "Delay is finished"]);
  expect(await sentBy(environment)).toEqual([["at last", "2026-06-04T07:00:00.000Z"]]);
});
