import { isoMoment } from "../calendar/iso-moment.ts";
import { AppError } from "../foundation/app-error.ts";
import { durationMs } from "../foundation/duration.ts";

const UNITS = { m: "minutes", h: "hours", d: "days", w: "weeks" } as const;
const LATEST = Date.parse("9000-01-01T00:00:00Z");

/** Parses a date and time (`2030-01-31T12:00:00Z`) or a duration from now (`90d`). @throws AppError */
export function pointInTime(flag: string, given: string | boolean | undefined, now: Date): Date | undefined {
  if (given === undefined) return undefined;
  const [, amount, unit] = /^(\d{1,6})([mhdw])$/.exec(String(given)) ?? [];
  const at = unit
    ? now.getTime() + durationMs(Number(amount), UNITS[unit as keyof typeof UNITS])
    : (isoMoment(String(given))?.getTime() ?? Number.NaN);
  if (at > now.getTime() && at < LATEST) return new Date(at);
  throw new AppError(
    "bad_request",
    `${flag} must be a time in the future (2030-01-31T12:00:00Z) or a duration from now (90d, 12h, 30m), not "${given}"`,
  );
}
