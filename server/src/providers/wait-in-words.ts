const MAX_MS = 86_400_000;
const UNITS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000 };

/** A moment with its zone: `Mon, 25 Aug 2025 07:00:31 UTC` or ISO 8601. */
const MOMENT =
  /\b(?:after|at) ((?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:UTC|GMT|[+-]\d{4})|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))/;
/** `58m`, `1h2m3s`, `30 seconds`, `2 minutes`. */
const SPAN =
  /\b(?:(?:try|retry)\b.{0,20}?\b(?:in|after)|wait(?: for)?) ((?:\d{1,6}(?:\.\d{1,3})? ?(?:hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)\b ?){1,3}|(?:\d{1,6}(?:\.\d{1,3})?[hms]){1,3}\b)/i;
const PART = /(\d+(?:\.\d+)?) ?([hms])/gi;

/** The wait that a vendor states in a sentence, "try again after …" or "try again in …"; at most a day. Undefined without one. */
export function waitMsIn(words: string, now: Date): number | undefined {
  const moment = MOMENT.exec(words)?.[1];
  const untilMs = moment === undefined ? Number.NaN : Date.parse(moment);
  if (Number.isFinite(untilMs)) return Math.min(Math.max(untilMs - now.getTime(), 0), MAX_MS);
  const span = SPAN.exec(words)?.[1];
  if (span === undefined) return undefined;
  const parts = [...span.matchAll(PART)].map(
    ([, count, unit = ""]) => Number(count) * (UNITS[unit.toLowerCase()] ?? 0),
  );
  return Math.min(
    parts.reduce((sum, ms) => sum + ms, 0),
    MAX_MS,
  );
}
