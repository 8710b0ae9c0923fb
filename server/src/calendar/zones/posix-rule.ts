/** What the clocks of a zone show: their distance from UTC, and its name, such as CET. */
export type LocalType = { offsetMs: number; abbreviation: string };

/** The footer of a TZif file (RFC 9636, 3.3): the rule for all times after the file's last change, as in POSIX' TZ. */
export type PosixRule = {
  standard: LocalType;
  /** Absent where the clocks never change. */
  daylight?: { type: LocalType; start: YearDay; end: YearDay };
};

/** A day of each year, and the local time on it in seconds, which may be before or after that day. */
type YearDay = { dayMs: (year: number) => number; timeS: number };

const DAY_MS = 86_400_000;
const NAME = "(?:<([A-Za-z0-9+-]{3,})>|([A-Za-z]{3,}))";
const TIME = "([+-]?\\d{1,3}(?::\\d{1,2}){0,2})";
const DATE = `([^,/]+)(?:/${TIME})?`;
const RULE = new RegExp(`^${NAME}${TIME}(?:${NAME}${TIME}?,${DATE},${DATE})?$`);
/** Two o'clock, unless the rule names a time. */
const USUAL_TIME = "2";
const HOUR_S = 3_600;

/** @throws Error for a text that is not such a rule. */
export function readPosixRule(text: string): PosixRule {
  const [match, quoted, plain, west, quotedOther, plainOther, westOther, ...dates] = RULE.exec(text) ?? [];
  if (match === undefined || west === undefined) throw new Error(`unreadable time zone rule: ${text}`);
  const standard = { offsetMs: eastOf(west), abbreviation: quoted ?? plain ?? "" };
  const abbreviation = quotedOther ?? plainOther;
  if (abbreviation === undefined) return { standard };
  const offsetMs = westOther === undefined ? standard.offsetMs + HOUR_S * 1000 : eastOf(westOther);
  const [startDay = "", startTime, endDay = "", endTime] = dates;
  const [start, end] = [readDay(startDay, startTime), readDay(endDay, endTime)];
  return { standard, daylight: { type: { offsetMs, abbreviation }, start, end } };
}

/** What the clocks show at this moment, in seconds since 1970. */
export function typeByRule({ standard, daylight }: PosixRule, atS: number): LocalType {
  if (!daylight) return standard;
  const { type, start, end } = daylight;
  const localYear = new Date(atS * 1000 + standard.offsetMs).getUTCFullYear();
  // A change may lie beyond its year. Sorting keeps the order of equal moments: daylight time that ends when it begins
  // again never ends.
  const changes = [localYear - 1, localYear, localYear + 1]
    .flatMap((year) => [
      { atS: momentOf(end, year, type), after: standard },
      { atS: momentOf(start, year, standard), after: type },
    ])
    .sort((one, other) => one.atS - other.atS);
  return changes.findLast((change) => change.atS <= atS)?.after ?? standard;
}

function momentOf({ dayMs, timeS }: YearDay, year: number, before: LocalType): number {
  return (dayMs(year) - before.offsetMs) / 1000 + timeS;
}

/** POSIX counts offsets to the west. */
const eastOf = (west: string) => -secondsOf(west) * 1000 || 0;

function secondsOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return (text.startsWith("-") ? -1 : 1) * (hours * HOUR_S + minutes * 60 + seconds);
}

function readDay(text: string, time = USUAL_TIME): YearDay {
  const timeS = secondsOf(time);
  const [isOfMonth, month = 0, week = 0, weekday = 0] = numbersOf(/^M(\d+)\.(\d)\.(\d)$/, text);
  if (isOfMonth) return { dayMs: (year) => weekdayOfMonth(year, { month, week, weekday }), timeS };
  const [isJulian, julian = 0] = numbersOf(/^J(\d+)$/, text);
  if (isJulian) return { dayMs: (year) => julianDay(year, julian), timeS };
  const [isDay, day = 0] = numbersOf(/^(\d+)$/, text);
  if (isDay) return { dayMs: (year) => Date.UTC(year, 0, 1 + day), timeS };
  throw new Error(`unreadable day of a time zone rule: ${text}`);
}

/** Whether the pattern matches, and the numbers in its groups. */
function numbersOf(pattern: RegExp, text: string): [boolean, ...number[]] {
  const [match, ...groups] = pattern.exec(text) ?? [];
  return [match !== undefined, ...groups.map(Number)];
}

type MonthDay = { month: number; week: number; weekday: number };

/** The week 5 is the last one. */
function weekdayOfMonth(year: number, { month, week, weekday }: MonthDay): number {
  const firstMs = Date.UTC(year, month - 1, 1);
  const first = (weekday - new Date(firstMs).getUTCDay() + 7) % 7;
  const dayMs = firstMs + (first + 7 * (week - 1)) * DAY_MS;
  return dayMs < Date.UTC(year, month, 1) ? dayMs : dayMs - 7 * DAY_MS;
}

/** From 1 to 365: 29 February is never counted. */
function julianDay(year: number, day: number): number {
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return Date.UTC(year, 0, day + (isLeap && day >= 60 ? 1 : 0));
}
