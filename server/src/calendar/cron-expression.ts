import { Cron } from "croner";

/** When a cron expression matches, without zones: local times are written as if they were UTC. */
export type CronTimes = {
  nextLocalMs: (afterLocalMs: number) => number | undefined;
  /** Hours, minutes and seconds are numbers, without `*` or a step: "at", not "every". */
  isAtFixedTimes: boolean;
};

export const YEARS_AHEAD = 5;
/** All minutes and all hours written out are 240 characters. */
const LENGTH_MAX = 512;
const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

/** The six fields of an expression in their order, each with examples. */
const FIELDS = [
  { name: "second", examples: "0 or */30" },
  { name: "minute", examples: "0 or */15" },
  { name: "hour", examples: "9 or 8-17" },
  { name: "day of the month", examples: "1 or 1,15 or L" },
  { name: "month", examples: "1 or jan-mar" },
  { name: "day of the week", examples: "1-5 or mon,wed" },
] as const;
const EVERY_SECOND = FIELDS.map(() => "*");

/**
 * Five fields, or six with seconds first, as Novu's parser accepts them; also names, L, W, # and the nicknames.
 * Throws if it is invalid. Croner gets the years as a seventh field: searching 30 February it would otherwise walk
 * 400 years, which takes 35 to 100 ms. It gets no zone either, because it walks a missing hour second by second.
 */
export function readCron(expression: string, firstYear: number): CronTimes {
  if (!isShort(expression)) throw new Error("too long");
  return readFields(fieldsOf(expression), firstYear);
}

/** What of an expression cannot be read, with an example; undefined if all of it can be read. */
export function unreadableOf(expression: string): string | undefined {
  if (!isShort(expression)) return `it has more than ${LENGTH_MAX} characters`;
  const fields = fieldsOf(expression);
  if (fields.length !== FIELDS.length)
    return "it needs five fields, or six with seconds first, such as 0 9 * * 1-5";
  const at = fields.findIndex((field, place) => !isReadable(EVERY_SECOND.with(place, field)));
  const wrong = FIELDS[at];
  return wrong && `its ${wrong.name} is ${JSON.stringify(fields[at])}; write for example ${wrong.examples}`;
}

const isShort = (expression: string): boolean => expression.length <= LENGTH_MAX;

function isReadable(fields: readonly string[]): boolean {
  try {
    readFields(fields, 2024);
    return true;
  } catch {
    return false;
  }
}

function readFields(fields: readonly string[], firstYear: number): CronTimes {
  if (fields.length !== FIELDS.length || !fields.every(hasKnownSigns)) throw new Error("invalid fields");
  const years = `${firstYear}-${firstYear + YEARS_AHEAD + 1}`;
  const cron = new Cron([...fields, years].join(" "), { utcOffset: 0, mode: "7-part", sloppyRanges: true });
  return {
    nextLocalMs: (afterLocalMs) => cron.nextRun(new Date(afterLocalMs))?.getTime(),
    isAtFixedTimes: !fields.slice(0, 3).some((field) => /[*?/]/.test(field)),
  };
}

const hasKnownSigns = (field: string): boolean => /^[\w*,/?#-]+$/.test(field) && !field.startsWith("/");

function fieldsOf(expression: string): string[] {
  const text = expression.trim();
  const fields = (NICKNAMES.get(text.toLowerCase()) ?? text).split(/\s+/);
  return fields.length === FIELDS.length - 1 ? ["0", ...fields] : fields;
}
