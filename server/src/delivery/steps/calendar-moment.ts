import { nextCron } from "../../calendar/next-cron.ts";
import { zoneOrUtc } from "../../calendar/zoned-time.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { LONGEST_WAIT_MS } from "../../workflows/interval.ts";
import type { Run } from "../run.ts";

/**
 * The next moment of a `cron` control in the subscriber's time zone; undefined where the step has none, "invalid"
 * where it names no moment within the longest wait.
 */
export function calendarMoment(
  { subscriber }: Pick<Run, "subscriber">,
  { cron }: JsonObject,
  now: Date,
): { at: Date; cron: string } | "invalid" | undefined {
  if (typeof cron !== "string" || cron.trim() === "") return undefined;
  const at = nextCron(cron, now, zoneOrUtc(subscriber?.timezone));
  const isNear = at && at.getTime() - now.getTime() <= LONGEST_WAIT_MS;
  return isNear ? { at, cron } : "invalid";
}
