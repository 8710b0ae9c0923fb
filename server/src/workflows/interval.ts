import { TIME_UNITS, type TimeUnit } from "@tidings/contract";
import { durationMs } from "../foundation/duration.ts";
import type { Json, JsonObject } from "../foundation/json.ts";

/** The maximum wait of a digest or delay: a year. */
export const MAX_WAIT_MS = 366 * 24 * 60 * 60 * 1000;

/** A bound for stored values, so that every moment calculated from one has a four-digit year. */
const MAX_MS = 900 * MAX_WAIT_MS;

export type Interval = { amount: number; unit: TimeUnit; ms: number };

/** `amount` and `unit` of a digest, delay or throttle; undefined if one is invalid or missing. */
export function intervalOf(controls: JsonObject): Interval | undefined {
  const amount = amountOf(controls);
  const { unit } = controls;
  if (amount === undefined || !isTimeUnit(unit)) return undefined;
  return { amount, unit, ms: Math.min(durationMs(amount, unit), MAX_MS) };
}

/** A number above zero, possibly as a string, as forms send it. */
export function amountOf({ amount }: JsonObject): number | undefined {
  const number = typeof amount === "string" ? Number(amount) : amount;
  return typeof number === "number" && Number.isFinite(number) && number > 0 ? number : undefined;
}

/** A whole number above zero, possibly as a string; undefined for anything else. */
export function countOf(value: Json | undefined): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export function isTimeUnit(unit: Json | undefined): unit is TimeUnit {
  return (TIME_UNITS as readonly unknown[]).includes(unit);
}
