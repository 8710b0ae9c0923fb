import { expect, test } from "vitest";
import { leastProcessorUs } from "../../testing/processor-time.ts";
import { cronProblem, nextCron } from "./next-cron.ts";
import { zonedParts } from "./zoned-time.ts";

const next = (expression: string, after: string, zone = "UTC") =>
  nextCron(expression, new Date(after), zone)?.toISOString();

test("nextCron: strictly after the given moment", () => {
  expect(next("0 9 * * *", "2025-01-01T09:00:00Z")).toBe("2025-01-02T09:00:00.000Z");
  expect(next("0 9 * * *", "2025-01-01T08:59:59.999Z")).toBe("2025-01-01T09:00:00.000Z");
  expect(next("0 9 * * *", "2025-01-01T09:00:00.001Z")).toBe("2025-01-02T09:00:00.000Z");
});

test("nextCron: the expression is in the zone's local time", () => {
  expect(next("30 9 * * 1-5", "2025-06-06T12:00:00Z", "America/New_York")).toBe("2025-06-06T13:30:00.000Z");
  expect(next("30 9 * * 1-5", "2025-06-06T14:00:00Z", "America/New_York")).toBe("2025-06-09T13:30:00.000Z");
  expect(next("0 0 1 1 *", "2024-12-31T10:30:00Z", "Pacific/Auckland")).toBe("2024-12-31T11:00:00.000Z");
});

test("nextCron: reads seconds, names, steps, last and nth days, nicknames, as Novu does", () => {
  expect(next("*/10 * * * * *", "2025-01-01T00:00:05Z")).toBe("2025-01-01T00:00:10.000Z");
  expect(next("0 9 * JAN-MAR mon", "2025-01-01T00:00:00Z")).toBe("2025-01-06T09:00:00.000Z");
  expect(next("5/20 * * * *", "2025-01-01T00:06:00Z")).toBe("2025-01-01T00:25:00.000Z");
  expect(next("0 9 L * ?", "2025-02-01T00:00:00Z")).toBe("2025-02-28T09:00:00.000Z");
  expect(next("0 9 * * 5L", "2025-02-01T00:00:00Z")).toBe("2025-02-28T09:00:00.000Z");
  expect(next("0 9 * * 1#2", "2025-02-01T00:00:00Z")).toBe("2025-02-10T09:00:00.000Z");
  expect(next("0 9 * * 7", "2025-02-01T00:00:00Z")).toBe("2025-02-02T09:00:00.000Z");
  expect(next("@Weekly", "2025-02-03T00:00:00Z")).toBe("2025-02-09T00:00:00.000Z");
});

test("nextCron: a day of the month and a weekday together match either", () => {
  expect(next("0 9 15 * 1", "2025-02-01T00:00:00Z")).toBe("2025-02-03T09:00:00.000Z");
  expect(next("0 9 15 * 1", "2025-02-11T00:00:00Z")).toBe("2025-02-15T09:00:00.000Z");
});

test("nextCron: a fixed time runs at the end of a missing hour, and once in a doubled hour", () => {
  expect(next("30 2 * * *", "2025-03-29T12:00:00Z", "Europe/Berlin")).toBe("2025-03-30T01:00:00.000Z");
  expect(next("30 2 * * *", "2025-03-30T01:00:00Z", "Europe/Berlin")).toBe("2025-03-31T00:30:00.000Z");
  expect(next("30 2,14 * * *", "2025-10-25T23:00:00Z", "Europe/Berlin")).toBe("2025-10-26T00:30:00.000Z");
  expect(next("30 2,14 * * *", "2025-10-26T00:30:00Z", "Europe/Berlin")).toBe("2025-10-26T13:30:00.000Z");
  expect(next("30 2,14 * * *", "2025-10-26T01:10:00Z", "Europe/Berlin")).toBe("2025-10-26T13:30:00.000Z");
});

test("nextCron: a repeated time skips a missing hour, and runs in both of two equal hours", () => {
  expect(next("*/30 2 * * *", "2025-03-29T12:00:00Z", "Europe/Berlin")).toBe("2025-03-31T00:00:00.000Z");
  expect(next("*/30 2 * * 0", "2025-10-26T00:30:00Z", "Europe/Berlin")).toBe("2025-10-26T01:00:00.000Z");
  expect(next("*/30 2 * * 0", "2025-10-26T01:30:00Z", "Europe/Berlin")).toBe("2025-11-02T01:00:00.000Z");
});

test("nextCron: finds a leap day; undefined for 30 February", () => {
  expect(next("0 0 29 2 *", "2024-03-01T00:00:00Z", "Asia/Tokyo")).toBe("2028-02-28T15:00:00.000Z");
  expect(next("0 0 30 2 *", "2024-03-01T00:00:00Z")).toBeUndefined();
  expect(cronProblem("0 0 30 2 *")).toBe("The cron expression names no moment within 5 years.");
});

test.each(["0 9 * * *", "* * * * * *", "@hourly", "0 9 29 2 *", " 0  9 * * mon "])(
  "cronProblem: none for %s",
  (expression) => {
    expect(cronProblem(expression)).toBeUndefined();
  },
);

test.each([
  ...[
    "",
    " ",
    "9",
    "0 9 * *",
    "0 0 9 * * * 2025",
    "60 9 * * *",
    "0 24 * * *",
    "0 9 0 * *",
    "0 9 * 13 *",
    "0 9 * * 8",
  ],
  ...[
    "*/0 * * * *",
    "5-1 * * * *",
    "a b c d e",
    "2025-01-01T00:00:00",
    "@reboot",
    "/5 * * * *",
    "0 9 * * +1",
  ],
  ...["0 9 * * 1#6", "0 9 , * *", "0 9 L,LW * *", "\u0000 * * * *", "0 9 * * mon\u00a0\u2028 \ud83d"],
])("cronProblem: %j is invalid, with a reason", (expression) => {
  expect(cronProblem(expression)).toMatch(/^The cron expression cannot be read: .+\.$/);
  expect(nextCron(expression, new Date("2025-01-01T00:00:00Z"), "UTC")).toBeUndefined();
});

test.each([
  ...[
    "0 0 30 2 *",
    "0 0 31 2,4,6,9,11 *",
    "0 0 31W 2 *",
    "* * 2 30 2 *",
    "* * 2 * * *",
    "* * * * * *",
    "0 0 29 2 1#5",
  ],
  ...[
    "0 0 30W,31W 2 *",
    "59 59 23 31 12 *",
    `${"0,".repeat(200)}0 * * * *`,
    `* * * * ${"1#5,".repeat(100)}1#5`,
  ],
  ...["0 ".repeat(100_000), "*".repeat(100_000), "0-59 0-59 2 * * *", "0-59 0-59 2 9 3 *", "* * 2 9 3 *"],
])(
  "nextCron: hostile expression %# takes no longer than 4,000 local times, also at clock changes",
  (expression) => {
    const moments = [
      "2025-03-09T06:59:58Z",
      "2025-11-02T05:30:00Z",
      "2025-11-02T06:30:00Z",
      "2026-01-31T00:00:00Z",
    ];
    // They take 10 ms of an idle processor; a search of croner's 400 years, or second by second, takes 35 to 100 ms.
    const mostUs = 4_000 * localTimeUs();
    for (const moment of moments)
      expect(leastProcessorUs(() => next(expression, moment, "America/New_York"))).toBeLessThan(mostUs);
  },
);

test.each([
  ["90 0 9 * * *", 'its second is "90"; write for example 0 or */30'],
  ["a 9 * * *", 'its minute is "a"; write for example 0 or */15'],
  ["0 9- * * *", 'its hour is "9-"; write for example 9 or 8-17'],
  ["0 9 0 * *", 'its day of the month is "0"; write for example 1 or 1,15 or L'],
  ["0 9 * 13 mon-", 'its month is "13"; write for example 1 or jan-mar'],
  ["0 9 * * mon-", 'its day of the week is "mon-"; write for example 1-5 or mon,wed'],
  ["9", "it needs five fields, or six with seconds first, such as 0 9 * * 1-5"],
  ["*".repeat(513), "it has more than 512 characters"],
])("cronProblem: %s, the reason names the field and an example", (expression, reason) => {
  expect(cronProblem(expression)).toBe(`The cron expression cannot be read: ${reason}.`);
});

function localTimeUs(): number {
  const at = new Date("2025-01-01T00:00:00Z");
  return leastProcessorUs(() => zonedParts(at, "America/New_York"));
}
