import { TIME_UNITS, WEEKDAYS } from "@tidings/contract";
import { expect, test } from "vitest";
import { nextCron } from "./next-cron.ts";
import { nextTimed, type TimedSetup } from "./timed-config.ts";
import {
  DAY,
  disagreementsOf,
  END,
  firstShowing,
  interestingMoments,
  localAt,
  MINUTE,
  pick,
  QUARTER,
  random,
  some,
  TABLES,
  times,
  weekdayAt,
  type ZoneTable,
} from "./zone-oracle.test.ts";

type Field = { text: string; values: ReadonlySet<number>; isWild: boolean };

function randomField(from: number, to: number, { listedTo = to, isOpen = false } = {}): Field {
  const all = times(to - from + 1, (index) => from + index);
  if (isOpen || random(3) === 0) return { text: "*", values: new Set(all), isWild: true };
  const step = pick([2, 3, 5]);
  const stepped = all.filter((value) => (value - from) % step === 0);
  if (random(3) === 0) return { text: `*/${step}`, values: new Set(stepped), isWild: true };
  const listed = pick([some, (values: number[]) => [pick(values)]])(all.filter((value) => value <= listedTo));
  return { text: listed.join(","), values: new Set(listed), isWild: false };
}

/** Early hours are drawn more often, because clocks change then. */
function randomCron() {
  const [minute, hour] = [randomField(0, 59), randomField(0, 23, { listedTo: pick([3, 23]) })];
  const [day, weekday] = [
    randomField(1, 31, { isOpen: random(2) > 0 }),
    randomField(0, 6, { isOpen: random(2) > 0 }),
  ];
  const expression = `${minute.text} ${hour.text} ${day.text} * ${weekday.text}`;
  return { minute, hour, day, weekday, expression, isFixed: !minute.isWild && !hour.isWild };
}
type RandomCron = ReturnType<typeof randomCron>;

function matches({ minute, hour, day, weekday }: RandomCron, local: number): boolean {
  const date = new Date(local);
  if (!minute.values.has(date.getUTCMinutes()) || !hour.values.has(date.getUTCHours())) return false;
  const [isDay, isWeekday] = [day.values.has(date.getUTCDate()), weekday.values.has(date.getUTCDay())];
  return day.text === "*" || weekday.text === "*" ? isDay && isWeekday : isDay || isWeekday;
}

/** Fixed times of a missing hour are due at its end, and are not due again in the second of two equal hours. */
function isDue(cron: RandomCron, table: ZoneTable, at: number): boolean {
  const local = localAt(table, at);
  const change = table.changes.findLast((candidate) => candidate.at <= at && candidate.at > at - DAY);
  if (!cron.isFixed || !change) return matches(cron, local);
  const { before, after } = change;
  if (at === change.at) {
    const missed = times(Math.max(0, (after - before) / MINUTE), (index) => at + before + index * MINUTE);
    if (missed.some((minute) => matches(cron, minute))) return true;
  }
  return local >= change.at + before && matches(cron, local);
}

test("nextCron: agrees with a walk through the minutes", () => {
  const { disagreements, compare } = disagreementsOf();
  for (const table of TABLES) {
    for (const at of interestingMoments(table, 2, 1)) {
      const cron = randomCron();
      const horizon = at + 4 * DAY;
      let due = (Math.floor(at / MINUTE) + 1) * MINUTE;
      while (due < horizon && !isDue(cron, table, due)) due += MINUTE;
      const found = nextCron(cron.expression, new Date(at), table.zone)?.getTime() ?? horizon;
      compare([table.zone, cron.expression, new Date(at)], Math.min(found, horizon), Math.min(due, horizon));
    }
  }
  expect(disagreements).toEqual([]);
});

function randomSetup(): { setup: TimedSetup; timeMs: number } {
  const quarter = pick([random(16), random(96)]);
  const atTime = `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${String((quarter % 4) * 15).padStart(2, "0")}`;
  const timed = {
    atTime,
    ...(random(2) ? { weekDays: some(WEEKDAYS) } : {}),
    ...(random(2) ? { monthDays: some(times(31, (index) => pick([index + 1, String(index + 1)]))) } : {}),
    ...(random(2) ? { monthlyType: pick(["each", "on"] as const) } : {}),
    ordinal: pick(["1", "2", "3", "4", "5", "last"] as const),
    ordinalValue: pick(["day", "weekday", "weekend", ...WEEKDAYS] as const),
  };
  return {
    setup: { amount: 1 + random(3), unit: pick(TIME_UNITS.slice(3)), timed },
    timeMs: quarter * QUARTER,
  };
}

/** Computed from the day alone and its distance from the anchor; days are UTC midnights. */
function isNamedDay({ amount = 1, unit, timed = {} }: TimedSetup, anchor: number, day: number): boolean {
  const [date, start] = [new Date(day), new Date(anchor)];
  const isWeekday = timed.weekDays?.includes(weekdayAt(day));
  if (unit === "days") return ((day - anchor) / DAY) % amount === 0 && isWeekday !== false;
  if (unit === "weeks") {
    const week = (one: number) => Math.floor((one / DAY + 3) / 7);
    return (week(day) - week(anchor)) % amount === 0 && (isWeekday ?? weekdayAt(day) === weekdayAt(anchor));
  }
  const months =
    (date.getUTCFullYear() - start.getUTCFullYear()) * 12 + date.getUTCMonth() - start.getUTCMonth();
  return months % amount === 0 && isNamedInMonth(timed, start.getUTCDate(), day);
}

function isNamedInMonth(timed: NonNullable<TimedSetup["timed"]>, anchorDay: number, day: number): boolean {
  if (timed.monthlyType === "on") return isOrdinalDay(timed, day);
  const number = new Date(day).getUTCDate();
  const isLast = new Date(day + DAY).getUTCDate() === 1;
  const isOn = (named: number) => named === number || (isLast && named > number);
  if (timed.monthDays) return timed.monthDays.some((named) => isOn(Number(named)));
  return timed.weekDays?.includes(weekdayAt(day)) ?? isOn(anchorDay);
}

function isOrdinalDay({ ordinal, ordinalValue }: NonNullable<TimedSetup["timed"]>, day: number): boolean {
  const isKind = (one: number) => {
    const weekday = weekdayAt(one);
    return ["day", weekday, weekday.startsWith("s") ? "weekend" : "weekday"].includes(String(ordinalValue));
  };
  const others = (step: number) =>
    times(30, (index) => day + (index + 1) * step).filter(
      (one) => new Date(one).getUTCMonth() === new Date(day).getUTCMonth() && isKind(one),
    );
  if (!isKind(day)) return false;
  return ordinal === "last" ? others(DAY).length === 0 : others(-DAY).length === Number(ordinal) - 1;
}

function firstNamed({ setup, timeMs }: ReturnType<typeof randomSetup>, table: ZoneTable, at: number): number {
  const anchor = Math.floor(localAt(table, at) / DAY) * DAY;
  for (let day = anchor; day < END + DAY; day += DAY) {
    const moment = isNamedDay(setup, anchor, day) ? firstShowing(table, day + timeMs) : at;
    if (moment > at) return Math.min(moment, END);
  }
  return END;
}

test("nextTimed: agrees with a walk through the days", () => {
  const { disagreements, compare } = disagreementsOf();
  for (const table of TABLES) {
    for (const at of interestingMoments(table, 4, 4)) {
      const drawn = randomSetup();
      const found = nextTimed(drawn.setup, new Date(at), table.zone)?.getTime() ?? END;
      compare([table.zone, drawn.setup, new Date(at)], Math.min(found, END), firstNamed(drawn, table, at));
    }
  }
  expect(disagreements).toEqual([]);
});
