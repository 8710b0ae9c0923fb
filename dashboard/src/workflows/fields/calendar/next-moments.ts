import { type CronDays, readDays } from "./cron-days.ts";
import { MONTHS, readNumbers } from "./cron-numbers.ts";

const DAY_MS = 86_400_000;
/** How far the service looks for the next moment: five years. */
const DAYS_AHEAD = 5 * 366;
const NICKNAMES: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

type Cron = { times: readonly number[]; months: ReadonlySet<number>; days: CronDays };

/**
 * The next moments of a cron expression after a local time, which is written as if it were UTC. An empty list: none within
 * five years. Undefined if the expression cannot be read here: it is invalid, or counts working days (`W`).
 */
export function nextMoments(expression: string, afterLocalMs: number, count: number): number[] | undefined {
  const cron = readCron(expression);
  if (!cron) return undefined;
  const found: number[] = [];
  let last = dayOf(afterLocalMs) + DAYS_AHEAD;
  for (let day = dayOf(afterLocalMs); day <= last && found.length < count; day++) {
    if (!isDayOf(cron, new Date(day * DAY_MS))) continue;
    last = day + DAYS_AHEAD;
    const moments = cron.times.map((ms) => day * DAY_MS + ms).filter((ms) => ms > afterLocalMs);
    found.push(...moments.slice(0, count - found.length));
  }
  return found;
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
const isDayOf = ({ months, days }: Cron, date: Date): boolean =>
  months.has(date.getUTCMonth() + 1) && days(date);

/** Five fields, or six with seconds first, as the service reads them. */
function readCron(expression: string): Cron | undefined {
  const text = expression.trim();
  const fields = (NICKNAMES[text.toLowerCase()] ?? text).split(/\s+/);
  if (fields.length === 5) fields.unshift("0");
  if (fields.length !== 6) return undefined;
  const [seconds, minutes, hours] = [
    readNumbers(fields[0] ?? "", { least: 0, most: 59 }),
    readNumbers(fields[1] ?? "", { least: 0, most: 59 }),
    readNumbers(fields[2] ?? "", { least: 0, most: 23 }),
  ];
  const months = readNumbers(fields[4] ?? "", { least: 1, most: 12, names: MONTHS });
  const days = readDays(fields[3] ?? "", fields[5] ?? "");
  if (!seconds || !minutes || !hours || !months || !days) return undefined;
  const times = hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => ((hour * 60 + minute) * 60 + second) * 1_000)),
  );
  return { times, months: new Set(months), days };
}
