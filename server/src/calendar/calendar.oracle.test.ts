import { WEEKDAYS } from "@tidings/contract";
import { expect, test } from "vitest";
import { isOpen, nextOpening, type Schedule } from "./weekly-schedule.ts";
import {
  DAY,
  disagreementsOf,
  firstShowing,
  interestingMoments,
  localAt,
  pick,
  QUARTER,
  random,
  showing,
  TABLES,
  times,
  weekdayAt,
  type ZoneTable,
} from "./zone-oracle.test.ts";
import { clockChangeIn, momentOf, momentsOf, zonedParts, zoneOrDefault } from "./zoned-time.ts";

function partsOf(local: number) {
  const fields = new Date(local).toISOString().slice(0, 19).match(/\d+/g) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields.map(Number);
  return { year, month, day, hour, minute, second };
}

test("zonedParts: the local time by ICU's offset, also on days of clock changes", () => {
  const { disagreements, compare } = disagreementsOf();
  for (const table of TABLES) {
    const around = table.changes.flatMap(({ at }) => times(25, (index) => at + (index - 12) * QUARTER));
    for (const at of [...around, ...interestingMoments(table, 2, 10)]) {
      const local = localAt(table, at);
      const expected = { ...partsOf(local), weekday: weekdayAt(local) };
      compare([table.zone, at], zonedParts(new Date(at), table.zone), expected);
      compare([table.zone, at], zonedParts(new Date(at), zoneOrDefault(table.zone, "UTC")), expected);
    }
  }
  expect(disagreements).toEqual([]);
});

test("momentsOf, momentOf: the moments that show a local time, or the moment after a gap", () => {
  const { disagreements, compare } = disagreementsOf();
  for (const table of TABLES) {
    const { zone, changes } = table;
    const near = changes.flatMap(({ at, before }) =>
      times(17, (index) => at + before + (index - 6) * QUARTER),
    );
    const far = interestingMoments(table, 1, 4).map(
      (at) => Math.floor(localAt(table, at) / QUARTER) * QUARTER,
    );
    for (const local of [...near, ...far]) {
      const input = [zone, new Date(local)];
      const moments = momentsOf(partsOf(local), zone).map((moment) => moment.getTime());
      compare(input, moments, showing(table, local));
      compare(input, momentOf(partsOf(local), zone).getTime(), firstShowing(table, local));
    }
  }
  expect(disagreements).toEqual([]);
});

test("clockChangeIn: finds each clock change and no other", () => {
  const { disagreements, compare } = disagreementsOf();
  for (const { zone, changes } of TABLES) {
    for (const { at, before, after } of changes) {
      const found = clockChangeIn(at - random(DAY) - 1, at + random(DAY), zone);
      compare([zone, at], found, { atMs: at, offsetBeforeMs: before, offsetAfterMs: after });
      compare([zone, at], clockChangeIn(at, at + random(DAY), zone), undefined);
    }
  }
  expect(disagreements).toEqual([]);
});

function clockText(minute: number): string {
  const hour = Math.floor(minute / 60);
  const text = `${hour % 12 || 12}:${String(minute % 60).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
  return random(2) ? text : text.padStart(8, "0");
}

/** A schedule, and its week as minutes: open minutes are painted one by one. */
function randomSchedule(): { schedule: Schedule; painted: Uint8Array } {
  const painted = new Uint8Array(7 * 1440);
  const weeklySchedule: NonNullable<Schedule["weeklySchedule"]> = {};
  const longest = pick([2, 8, 96]);
  for (const [index, weekday] of WEEKDAYS.entries()) {
    if (random(4) === 0) continue;
    const ranges = times(random(3), () => {
      const start = pick([random(24), random(96)]) * 15;
      return { start, end: (start + random(longest) * 15) % 1440 };
    });
    const isEnabled = random(4) > 0;
    const hours = ranges.map(({ start, end }) => ({ start: clockText(start), end: clockText(end) }));
    weeklySchedule[weekday] = { isEnabled, hours };
    for (const { start, end } of isEnabled ? ranges : []) {
      const length = (end - start + 1440) % 1440;
      for (let minute = 0; minute <= length; minute++)
        painted[(index * 1440 + start + minute) % painted.length] = 1;
    }
  }
  return { schedule: { isEnabled: true, weeklySchedule }, painted };
}

function isPainted(painted: Uint8Array, table: ZoneTable, at: number): boolean {
  const local = new Date(localAt(table, at));
  const weekday = (local.getUTCDay() + 6) % 7;
  return painted[weekday * 1440 + local.getUTCHours() * 60 + local.getUTCMinutes()] === 1;
}

/** Everything opens on a quarter of an hour: random hours and all clock changes lie there. */
function firstPainted(painted: Uint8Array, table: ZoneTable, at: number): number | undefined {
  if (isPainted(painted, table, at)) return at;
  let quarter = (Math.floor(at / QUARTER) + 1) * QUARTER;
  while (quarter <= at + 14 * DAY && !isPainted(painted, table, quarter)) quarter += QUARTER;
  return quarter <= at + 14 * DAY ? quarter : undefined;
}

test("isOpen, nextOpening: agree with the painted week, also in missing and doubled hours", () => {
  const { disagreements, compare } = disagreementsOf();
  for (const table of TABLES) {
    for (const at of interestingMoments(table, 3, 2)) {
      const { schedule, painted } = randomSchedule();
      const input = [table.zone, new Date(at), schedule];
      compare(input, isOpen(schedule, new Date(at), table.zone), isPainted(painted, table, at));
      const found = nextOpening(schedule, new Date(at), table.zone)?.getTime();
      compare(input, found, firstPainted(painted, table, at));
    }
  }
  expect(disagreements).toEqual([]);
});
