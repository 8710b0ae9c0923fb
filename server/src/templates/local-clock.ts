/** Prints one value in one zone by a pattern of the filter `date`. */
export type PrintDate = (pattern: string) => unknown;

/** What a clock in the zone of a filter's value shows, as if it was UTC; and the moment itself. */
export type LocalClock = { shown: Date; epochMs: number };

/** No value begins with it: `date` returns what is no moment as it is. */
const MARK = "\u0001";
const PATTERN = `${MARK}%Y %-m %-d %-H %-M %-S %s %L`;

/** Only the filter `date` knows the zone, so the clock is read from what it prints. Undefined for what is no moment. */
export function localClock(print: PrintDate): LocalClock | undefined {
  const printed = print(PATTERN);
  if (typeof printed !== "string" || !printed.startsWith(MARK)) return undefined;
  const numbers = printed.slice(MARK.length).split(" ").map(Number);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, epochSeconds = 0, ms = 0] = numbers;
  const shown = new Date(0);
  shown.setUTCFullYear(year, month - 1, day);
  shown.setUTCHours(hour, minute, second, ms);
  return { shown, epochMs: epochSeconds * 1000 + ms };
}
