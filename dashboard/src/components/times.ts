import { createContext, useContext } from "react";
import { formatOf } from "./time-format.ts";
import { daysBetween } from "./zones.ts";

/** In which zone times are shown: the browser's, UTC, or that of the person a page is about. */
export type TimesOf = "mine" | "utc" | "theirs";

export type Times = {
  of: TimesOf;
  /** The present, which changes every half minute; on screens of a test environment, its clock's. */
  now: Date;
  /** The present of the service, which test clocks do not move. */
  serviceNow: Date;
};

/** The one setting for all pages; the app provides it. */
export const TimesContext = createContext<Times>({
  of: "mine",
  now: new Date(0),
  serviceNow: new Date(0),
});
export const useTimes = (): Times => useContext(TimesContext);

/** The person that a part of a page is about, with their IANA zone if it is known. */
export type Theirs = { readonly name: string; readonly zone: string | undefined };

export const TheirsContext = createContext<Theirs | undefined>(undefined);

/** The zone in which times of this part of the page are shown; undefined = the browser's. */
export function useZone(): string | undefined {
  return zoneOf(useTimes().of, useContext(TheirsContext)?.zone);
}

/** The zone for `Intl`; undefined = the browser's. A person without a zone is shown in the browser's. */
export function zoneOf(of: TimesOf, theirs?: string): string | undefined {
  if (of === "utc") return "UTC";
  return of === "theirs" ? theirs : undefined;
}

type Wanted = { now: Date; zone?: string | undefined };
/** `isInSentence`: words before the time make a capital letter wrong. */
type WantedShort = Wanted & { isInSentence?: boolean | undefined };

const textOf = (at: Date, zone: string | undefined, options: Intl.DateTimeFormatOptions): string =>
  formatOf(zone, options).format(at);

const DAY_MS = 86_400_000;

/** The later one of two moments. */
export const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

/** `10:08:24` today, `Yesterday 10:08` (`yesterday 10:08` in a sentence), `18 Nov 10:08`, `18 Nov 2025 10:08` in another year. */
export function shortTime(at: Date, { now, zone, isInSentence = false }: WantedShort): string {
  const days = daysBetween(now, at, zone);
  if (days === 0) return textOf(at, zone, { timeStyle: "medium" });
  const time = textOf(at, zone, { timeStyle: "short" });
  if (days === -1) return `${isInSentence ? "yesterday" : "Yesterday"} ${time}`;
  if (days === 1) return `${isInSentence ? "tomorrow" : "Tomorrow"} ${time}`;
  const isThisYear = textOf(at, zone, { year: "numeric" }) === textOf(now, zone, { year: "numeric" });
  const date = textOf(at, zone, {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
  return `${date} ${time}`;
}

/** With day, second and zone. */
export function longTime(at: Date, zone?: string): string {
  const format = formatOf(zone, { dateStyle: "medium", timeStyle: "medium" });
  return `${format.format(at)} ${zone ?? format.resolvedOptions().timeZone}`;
}

/** `10:00` or `Yesterday 10:00` for an hour; `18 Nov` for a day, which is one of UTC. */
export function periodTitle(at: Date, per: "hour" | "day", { now, zone }: Wanted): string {
  if (per === "day") return textOf(at, "UTC", { day: "numeric", month: "short" });
  return daysBetween(now, at, zone) === 0
    ? textOf(at, zone, { timeStyle: "short" })
    : shortTime(at, { now, zone });
}

/** `10:08:24.114`. */
export function exactTime(at: Date, zone?: string): string {
  return textOf(at, zone, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
  });
}

const UNITS = [
  ["day", DAY_MS],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

const AGES = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** `3 minutes ago`, `in 2 hours`, in the largest unit that fits. */
export function age(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime();
  const [unit, size] = UNITS.find(([, each]) => Math.abs(ms) >= each) ?? ["second", 1_000];
  return AGES.format(Math.round(ms / size), unit);
}

/** A duration in its two largest units: `1 h 41 min`, `3 s`, `120 ms`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const parts: string[] = [];
  let rest = ms;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${SHORT[unit]}`);
  }
  return parts.slice(0, 2).join(" ");
}
const SHORT = { day: "d", hour: "h", minute: "min", second: "s" };
