const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const WEEK_S = 7 * DAY_S;

/** "5 minutes ago", for times within a week; else the date. In the language of `locale`, a BCP 47 tag or undefined. */
export function relativeTime(time: Date, now: Date, locale: string | undefined): string {
  const seconds = Math.round((time.getTime() - now.getTime()) / 1000);
  const distance = Math.abs(seconds);
  if (distance >= WEEK_S) return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(time);
  const [unit, length] = unitOf(distance);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
}

function unitOf(distance: number): [Intl.RelativeTimeFormatUnit, number] {
  // "now"
  if (distance < MINUTE_S) return ["second", MINUTE_S];
  if (distance < HOUR_S) return ["minute", MINUTE_S];
  return distance < DAY_S ? ["hour", HOUR_S] : ["day", DAY_S];
}

/** Date and time of day, "Nov 23, 2026, 9:00 AM". */
export function fullTime(time: Date, locale: string | undefined): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/** An invalid language tag would make every date fail: it is the browser's language. */
export function validLocale(locale: string | null): string | undefined {
  try {
    return locale ? Intl.getCanonicalLocales(locale)[0] : undefined;
  } catch {
    return undefined;
  }
}
