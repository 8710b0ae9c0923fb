import { TIME_UNITS, type TimeUnit } from "@tidings/contract";
import { durationMs } from "../foundation/duration.ts";
import type { Json, JsonObject } from "../foundation/json.ts";

/** The longest a digest or delay may wait: a year. */
export const LONGEST_WAIT_MS = 366 * 24 * 60 * 60 * 1000;

/** More than anybody means, and little enough for every moment to have a year of four digits. */
const LONGEST_MS = 900 * LONGEST_WAIT_MS;

export type Interval = { amount: number; unit: TimeUnit; ms: number };

/** `amount` and `unit` of a digest or delay; undefined when they do not make a time to wait. */
export function intervalOf(controls: JsonObject): Interval | undefined {
  const amount = amountOf(controls);
  const { unit } = controls;
  if (amount === undefined || !isTimeUnit(unit)) return undefined;
  return { amount, unit, ms: Math.min(durationMs(amount, unit), LONGEST_MS) };
}

/** A number above zero; forms send it as text. */
export function amountOf({ amount }: JsonObject): number | undefined {
  const number = typeof amount === "string" ? Number(amount) : amount;
  return typeof number === "number" && Number.isFinite(number) && number > 0 ? number : undefined;
}

/** A whole number above zero; forms send it as text. Undefined for anything else. */
export function countOf(value: Json | undefined): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export function isTimeUnit(unit: Json | undefined): unit is TimeUnit {
  return (TIME_UNITS as readonly unknown[]).includes(unit);
}
