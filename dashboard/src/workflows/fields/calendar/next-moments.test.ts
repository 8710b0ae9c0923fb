import fc from "fast-check";
import { expect, test } from "vitest";
import { nextCron } from "../../../../../server/src/calendar/next-cron.ts";
import { calendarFormOf, cronOf, EVERY, withEvery } from "./calendar-form.ts";
import { nextMoments } from "./next-moments.ts";

const NOW = Date.parse("2026-11-23T09:41:07Z");

/** What the service would wait for. */
function serviceMoments(cron: string, afterMs: number): number[] {
  const found: number[] = [];
  let after = new Date(afterMs);
  while (found.length < 3) {
    const next = nextCron(cron, after, "UTC");
    if (!next) return found;
    found.push(next.getTime());
    after = next;
  }
  return found;
}

const CASES = [
  "0 * * * *",
  "*/7 8-17 * * mon-fri",
  "30 2 * * *",
  "0 9 1,15 * *",
  "0 9 13 * 5",
  "0 9 */2 * 1",
  "0 9 L * *",
  "0 9 L * ?",
  "0 9 ? * 5L",
  "0 9 * * 1#2",
  "0 9 * * 7",
  "15 10 9 * * *",
  "0 0 29 2 *",
  "5/20 * * * *",
  "0 9 * jan,JUL sun",
  "@weekly",
  "@Monthly",
];

test.each(CASES)("%s: the next moments are those of the service", (cron) => {
  expect(nextMoments(cron, NOW, 3)).toEqual(serviceMoments(cron, NOW));
});

const numbers = (least: number, most: number) => {
  const one = fc.integer({ min: least, max: most });
  const range = fc.tuple(one, one).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const step = fc.integer({ min: 1, max: most }).map((by) => `*/${by}`);
  const part = fc.oneof(one.map(String), range, step);
  return fc.oneof(
    fc.constant("*"),
    fc.array(part, { minLength: 1, maxLength: 3 }).map((all) => all.join(",")),
  );
};
const crons = fc
  .tuple(numbers(0, 59), numbers(0, 23), numbers(1, 31), numbers(1, 12), numbers(0, 7))
  .map((fields) => fields.join(" "));

test("random expressions have the moments of the service", () => {
  const moments = fc.integer({ min: Date.parse("2024-01-01"), max: Date.parse("2030-12-31") });
  fc.assert(
    fc.property(crons, moments, (cron, afterMs) => {
      expect(nextMoments(cron, afterMs, 3)).toEqual(serviceMoments(cron, afterMs));
    }),
    { numRuns: 300 },
  );
});

test.each(["", "9", "a 9 * * *", "60 * * * *", "0 9 15W * *", "0 0 31-1 * *", "0 9 , * *"])(
  "%j has no moments here",
  (cron) => expect(nextMoments(cron, NOW, 3)).toBeUndefined(),
);

test("30 February never comes", () => expect(nextMoments("0 0 30 2 *", NOW, 3)).toEqual([]));

test("the form shows an expression only if it writes the same one", () => {
  expect(calendarFormOf("5 * * * *")).toEqual({ every: "hour", minute: 5 });
  expect(calendarFormOf("30 9 * * *")).toEqual({ every: "day", time: "09:30" });
  expect(calendarFormOf("0 18 * * 1,3,5")).toEqual({ every: "week", days: [1, 3, 5], time: "18:00" });
  expect(calendarFormOf("0 9 L * *")).toEqual({ every: "month", day: "L", time: "09:00" });
  for (const cron of [
    "0 09 * * *",
    "@daily",
    "0 9 * * 1-5",
    " 0 9 * * *",
    "0 9 1 1 *",
    "0 9 1 * 1",
    "x",
    "0 9 * * 8",
  ])
    expect(calendarFormOf(cron)).toEqual({ every: "cron" });
});

test("whatever the form shows, it writes back unchanged", () => {
  fc.assert(
    fc.property(crons, (cron) => {
      const form = calendarFormOf(cron);
      if (form.every !== "cron") expect(cronOf(form)).toBe(cron);
    }),
  );
});

test("every period has an expression that the service accepts", () => {
  const crons = EVERY.map((every) =>
    cronOf(withEvery({ every: "week", days: [2, 4], time: "07:05" }, every)),
  );
  expect(crons).toEqual(["5 * * * *", "5 7 * * *", "5 7 * * 2,4", "5 7 1 * *", undefined]);
  for (const cron of crons.slice(0, 4)) expect(serviceMoments(cron ?? "", NOW)).toHaveLength(3);
});
