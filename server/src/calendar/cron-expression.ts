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

/**
 * Five fields, or six with seconds first, as Novu's parser accepts them; also names, L, W, # and the nicknames.
 * Throws with the reason. Croner gets the years as a seventh field: searching 30 February it would otherwise walk
 * 400 years, which takes 35 to 100 ms. It gets no zone either, because it walks a missing hour second by second.
 */
export function readCron(expression: string, firstYear: number): CronTimes {
  const fields = fieldsOf(expression);
  const years = `${firstYear}-${firstYear + YEARS_AHEAD + 1}`;
  const cron = new Cron([...fields, years].join(" "), { utcOffset: 0, mode: "7-part", sloppyRanges: true });
  return {
    nextLocalMs: (afterLocalMs) => cron.nextRun(new Date(afterLocalMs))?.getTime(),
    isAtFixedTimes: !fields.slice(0, 3).some((field) => /[*?/]/.test(field)),
  };
}

function fieldsOf(expression: string): string[] {
  if (expression.length > LENGTH_MAX) throw new Error(`it has more than ${LENGTH_MAX} characters`);
  const text = expression.trim();
  const fields = (NICKNAMES.get(text.toLowerCase()) ?? text).split(/\s+/);
  if (fields.length === 5) fields.unshift("0");
  if (fields.length !== 6) throw new Error("it needs five fields, or six with seconds first");
  const odd = fields.find((field) => !/^[\w*,/?#-]+$/.test(field) || field.startsWith("/"));
  if (odd !== undefined) throw new Error(`"${odd}" is not a field of it`);
  return fields;
}
