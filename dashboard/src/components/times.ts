import { createContext, useContext } from "react";

/** In which zone times are shown: the browser's, UTC, or that of the person a record is about. */
export type TimesOf = "mine" | "utc" | "theirs";

export type Times = {
  of: TimesOf;
  /** The present; changes every half minute. */
  now: Date;
};

/** The one setting for all pages; the app provides it. */
export const TimesContext = createContext<Times>({ of: "mine", now: new Date(0) });
export const useTimes = (): Times => useContext(TimesContext);

/** The zone for `Intl`; undefined = the browser's. A person without a zone is shown in the browser's. */
export function zoneOf(of: TimesOf, theirs?: string): string | undefined {
  if (of === "utc") return "UTC";
  return of === "theirs" ? theirs : undefined;
}

type Wanted = { now: Date; zone?: string | undefined };

const textOf = (at: Date, zone: string | undefined, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat("en-GB", { ...options, ...(zone ? { timeZone: zone } : {}) }).format(at);

const dayOf = (at: Date, zone?: string): string => textOf(at, zone, { dateStyle: "short" });

const DAY_MS = 86_400_000;

/** `10:08:24` today, `Yesterday 10:08`, `18 Nov 10:08`, `18 Nov 2025 10:08` in another year. */
export function shortTime(at: Date, { now, zone }: Wanted): string {
  const day = dayOf(at, zone);
  if (day === dayOf(now, zone)) return textOf(at, zone, { timeStyle: "medium" });
  const time = textOf(at, zone, { timeStyle: "short" });
  if (day === dayOf(new Date(now.getTime() - DAY_MS), zone)) return `Yesterday ${time}`;
  if (day === dayOf(new Date(now.getTime() + DAY_MS), zone)) return `Tomorrow ${time}`;
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
  return `${textOf(at, zone, { dateStyle: "medium", timeStyle: "medium" })} ${zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}`;
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

/** `3 minutes ago`, `in 2 hours`, in the largest unit that fits. */
export function age(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime();
  const [unit, size] = UNITS.find(([, each]) => Math.abs(ms) >= each) ?? ["second", 1_000];
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(ms / size), unit);
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
