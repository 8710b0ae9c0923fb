/** How far the list goes back, counted from the present. */
const HOURS = { "24h": 24, "7d": 7 * 24 } as const;
const HOUR_MS = 3_600_000;

/** The parameters of the address that are about it. */
type PeriodFilters = { period?: string; from?: string; to?: string };

type Counted = keyof typeof HOURS;
export type Period = Counted | "all" | "own";

const isCounted = (word: string | undefined): word is Counted =>
  word !== undefined && Object.hasOwn(HOURS, word);

/** A range of one's own goes before a counted period. */
export function periodOf({ period, from, to }: PeriodFilters): Period {
  if (from || to) return "own";
  return isCounted(period) ? period : "all";
}

/** Whether the range is counted from the present. */
export const isRelative = (filters: PeriodFilters): boolean => isCounted(periodOf(filters));

/** The parameters of `listNotifications`; `present` is that of the environment. */
export function rangeOf(filters: PeriodFilters, present: Date): { after?: string; before?: string } {
  const { period, from, to } = filters;
  if (from || to) return { ...(from ? { after: from } : {}), ...(to ? { before: to } : {}) };
  return isCounted(period) ? { after: hoursBefore(present, HOURS[period]) } : {};
}

/** The parameters of the address for a chosen period; a range of one's own begins with the last day. */
export function searchOfPeriod(period: Period, present: Date): PeriodFilters {
  const nothing = { period: "", from: "", to: "" };
  if (period === "own") return { ...nothing, from: hoursBefore(present, HOURS["24h"]) };
  return period === "all" ? nothing : { ...nothing, period };
}

const hoursBefore = (present: Date, hours: number): string =>
  new Date(present.getTime() - hours * HOUR_MS).toISOString();

const MINUTES = "2026-01-31T10:08".length;

/** A moment as the browser's field for moments has it, in the reader's zone or in UTC; empty for what is none. */
export function fieldOf(moment: string | undefined, isUtc: boolean): string {
  const at = new Date(moment ?? "");
  if (Number.isNaN(at.getTime())) return "";
  const shiftMs = isUtc ? 0 : at.getTimezoneOffset() * 60_000;
  return new Date(at.getTime() - shiftMs).toISOString().slice(0, MINUTES);
}

export function momentOf(field: string, isUtc: boolean): string {
  const at = new Date(isUtc ? `${field}Z` : field);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
}
