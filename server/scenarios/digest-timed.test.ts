import { expect, test } from "vitest";
import { digest, inApp, lasting } from "../testing/steps.ts";
import { useTestService } from "../testing/test-service.ts";
import { advance, endOf, frozenAt, runOf, sentBy } from "../testing/virtual-time.ts";

const service = await useTestService();

const COUNT = "{{ steps.collect.eventCount }}";
const TOKYO = { subscriberId: "kei", timezone: "Asia/Tokyo" };

test("timed digest: each window closes at 09:00 in its subscriber's time zone", async () => {
  const environment = await frozenAt(service, "2026-03-27T20:00:00.000Z");
  const daily = digest({ type: "timed", cron: "0 9 * * *" });
  await environment.given.workflow("daily", [daily, inApp(`{{ subscriber.subscriberId }} ${COUNT}`)]);
  const berlin = { subscriberId: "ada", timezone: "Europe/Berlin" };
  const to = [berlin, TOKYO, { subscriberId: "bob" }, { subscriberId: "eve", timezone: "Mars/Base" }];
  const id = await environment.given.trigger("daily", {}, { to });
  for (let day = 0; day < 2; day += 1) {
    await advance(environment, 1, "days");
    await environment.given.trigger("daily", {}, { to: ["ada", "kei"] });
  }
  await advance(environment, 1, "days");
  const messages = await sentBy(environment);
  const of = (name: string) => messages.filter(([content]) => content.startsWith(name));
  // In Berlin, summer time begins in the night to the 29th.
  expect(of("ada")).toEqual([
    ["ada 1", "2026-03-28T08:00:00.000Z"],
    ["ada 1", "2026-03-29T07:00:00.000Z"],
    ["ada 1", "2026-03-30T07:00:00.000Z"],
  ]);
  expect(of("kei").map(([, at]) => at)).toEqual([
    "2026-03-28T00:00:00.000Z",
    "2026-03-29T00:00:00.000Z",
    "2026-03-30T00:00:00.000Z",
  ]);
  expect([...of("bob"), ...of("eve")].map(([, at]) => at)).toEqual(Array(2).fill("2026-03-28T09:00:00.000Z"));
  await environment.finished(id, 4);
});

test("timed digest: the job states its cron expression and its end", async () => {
  const environment = await frozenAt(service);
  await environment.given.workflow("daily", [digest({ type: "timed", cron: "0 9 * * *" }), inApp(COUNT)]);
  const id = await environment.given.trigger("daily");
  const timed = { cronExpression: "0 9 * * *", untilDate: "2026-01-01T09:00:00.000Z" };
  expect((await runOf(environment, id)).jobs[0].digest).toMatchObject({ type: "timed", timed });
  await advance(environment, 9, "hours");
  expect((await endOf(environment, id)).jobs[0].digest).toEqual({ type: "timed", timed, events: [{}] });
});

test("timed digest: the job states a schedule of every second week", async () => {
  const environment = await frozenAt(service);
  const setup = { ...lasting(2, "weeks"), timed: { atTime: "09:00", weekDays: ["friday"] } };
  await environment.given.workflow("weekly", [digest({ type: "timed", ...setup }), inApp(COUNT)]);
  const { digest: stated } = (await runOf(environment, await environment.given.trigger("weekly"))).jobs[0];
  expect(stated).toMatchObject({ type: "timed", amount: 2, unit: "weeks", timed: setup.timed });
});

/** The window's end in Tokyo for an event on Saturday, 31 January 2026, at 21:00 in Tokyo. */
const CALENDAR: [name: string, setup: object, end: string][] = [
  ["a time later today", { ...lasting(1, "days"), timed: { atTime: "22:30" } }, "2026-01-31 22:30"],
  ["a time that has passed today", { ...lasting(1, "days"), timed: { atTime: "09:00" } }, "2026-02-01 09:00"],
  ["every third day", { ...lasting(3, "days"), timed: { atTime: "09:00" } }, "2026-02-03 09:00"],
  [
    "weekdays of the next week",
    { ...lasting(1, "weeks"), timed: { atTime: "08:15", weekDays: ["thursday", "tuesday"] } },
    "2026-02-03 08:15",
  ],
  [
    "a weekday of this week",
    { ...lasting(2, "weeks"), timed: { atTime: "08:15", weekDays: ["sunday"] } },
    "2026-02-01 08:15",
  ],
  [
    "a weekday that has passed, every other week",
    { ...lasting(2, "weeks"), timed: { atTime: "08:15", weekDays: ["friday"] } },
    "2026-02-13 08:15",
  ],
  [
    "days of the month",
    { ...lasting(1, "months"), timed: { atTime: "10:00", monthlyType: "each", monthDays: ["15", "1"] } },
    "2026-02-01 10:00",
  ],
  [
    "the 31st of a month that has 28",
    { ...lasting(1, "months"), timed: { atTime: "10:00", monthlyType: "each", monthDays: [31] } },
    "2026-02-28 10:00",
  ],
  [
    "the second Tuesday",
    {
      ...lasting(1, "months"),
      timed: { atTime: "10:00", monthlyType: "on", ordinal: "2", ordinalValue: "tuesday" },
    },
    "2026-02-10 10:00",
  ],
  [
    "the last weekday",
    {
      ...lasting(1, "months"),
      timed: { atTime: "10:00", monthlyType: "on", ordinal: "last", ordinalValue: "weekday" },
    },
    "2026-02-27 10:00",
  ],
  [
    "the last day, every second month",
    {
      ...lasting(2, "months"),
      timed: { atTime: "20:00", monthlyType: "on", ordinal: "last", ordinalValue: "day" },
    },
    "2026-03-31 20:00",
  ],
  [
    "the first day of a weekend",
    {
      ...lasting(1, "months"),
      timed: { atTime: "10:00", monthlyType: "on", ordinal: "1", ordinalValue: "weekend" },
    },
    "2026-02-01 10:00",
  ],
  [
    "a cron expression beside the other fields",
    {
      ...lasting(1, "months"),
      timed: { atTime: "10:00", monthDays: ["5"], cronExpression: "45 23 * * *" },
    },
    "2026-01-31 23:45",
  ],
  ["an interval of hours alone", { ...lasting(5, "hours"), timed: {} }, "2026-02-01 02:00"],
];

test.each(CALENDAR)("timed digest: %s sets the end in the subscriber's zone", async (_name, setup, end) => {
  const environment = await frozenAt(service, "2026-01-31T12:00:00.000Z");
  await environment.given.workflow("named", [digest({ type: "timed", ...setup }), inApp(COUNT)]);
  const id = await environment.given.trigger("named", {}, { to: TOKYO });
  await advance(environment, 70, "days");
  expect(await sentBy(environment)).toEqual([
    ["1", new Date(`${end.replace(" ", "T")}:00+09:00`).toISOString()],
  ]);
  await endOf(environment, id);
});
