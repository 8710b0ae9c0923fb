import { durationMs } from "../foundation/duration.ts";
import { isJsonObject, type Json } from "../foundation/json.ts";
import { type Operator, type Operators, TWO } from "./operator.ts";
import { asMoment } from "./values.ts";

/**
 * `{"moreThanXAgo": [{"var": "payload.since"}, {"amount": 5, "unit": "days"}]}`. The value is an ISO text or
 * milliseconds; anything else never passes. As in Novu, "less than 5 days ago" includes future moments, "within the
 * last" ends at now, and "not within the last" is the time before it, without the future. Novu only has operators for
 * the past; those for the future mirror them.
 */
export const DATE_OPERATORS: Operators = {
  moreThanXAgo: relative(-1, ({ at, edge }) => at < edge),
  lessThanXAgo: relative(-1, ({ at, edge }) => at >= edge),
  exactlyXAgo: relative(-1, isAboutAt),
  withinLast: relative(-1, ({ at, edge, now }) => at >= edge && at <= now),
  notWithinLast: relative(-1, ({ at, edge }) => at < edge),
  moreThanXFromNow: relative(1, ({ at, edge }) => at > edge),
  lessThanXFromNow: relative(1, ({ at, edge }) => at <= edge),
  exactlyXFromNow: relative(1, isAboutAt),
  withinNext: relative(1, ({ at, edge, now }) => at <= edge && at >= now),
  notWithinNext: relative(1, ({ at, edge }) => at > edge),
};

type Moments = { at: number; edge: number; now: number; toleranceMs: number };

/** The tolerance of "exactly", as in Novu; seconds are an addition. */
const TOLERANCE_MS = {
  seconds: durationMs(1, "seconds"),
  minutes: durationMs(1, "minutes"),
  hours: durationMs(1, "hours"),
  days: durationMs(1, "days"),
  weeks: durationMs(1, "days"),
  months: durationMs(1, "days"),
  years: durationMs(7, "days"),
};
type Unit = keyof typeof TOLERANCE_MS;
type Span = { amount: number; unit: Unit };

function isAboutAt({ at, edge, toleranceMs }: Moments): boolean {
  return Math.abs(at - edge) <= toleranceMs;
}

function relative(direction: 1 | -1, fits: (moments: Moments) => boolean): Operator {
  const second = {
    fits: (value: Json) => spanOf(value) !== undefined,
    is: "an amount above zero and a unit",
  };
  const passes: Operator["passes"] = ([value = null, window = null], evaluation) => {
    const [at, span] = [typeof value === "number" ? value : asMoment(value), spanOf(window)];
    if (at === undefined || span === undefined) return false;
    const now = evaluation.now.getTime();
    const edge = shifted(now, span, direction);
    return fits({ at, edge, now, toleranceMs: TOLERANCE_MS[span.unit] });
  };
  return { takes: TWO, second, passes };
}

/** Forms send the amount as a text. */
function spanOf(value: Json): Span | undefined {
  if (!isJsonObject(value) || typeof value.unit !== "string") return undefined;
  const { unit } = value;
  const amount = typeof value.amount === "string" ? Number(value.amount) : value.amount;
  if (typeof amount !== "number" || !Number.isFinite(amount) || amount <= 0) return undefined;
  return Object.hasOwn(TOLERANCE_MS, unit) ? { amount, unit: unit as Unit } : undefined;
}

/** A month is a calendar month here, unlike in a digest, where it is 30 days. */
function shifted(fromMs: number, { amount, unit }: Span, direction: 1 | -1): number {
  if (unit === "months") return monthsLater(fromMs, amount * direction);
  if (unit === "years") return monthsLater(fromMs, amount * 12 * direction);
  return fromMs + durationMs(amount, unit) * direction;
}

/** One month before 31 March is the last day of February. */
function monthsLater(fromMs: number, months: number): number {
  const date = new Date(fromMs);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + Math.trunc(months), 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}
