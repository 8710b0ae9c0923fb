import { nextTimed } from "../../calendar/timed-config.ts";
import { nextOpening, type Schedule } from "../../calendar/weekly-schedule.ts";
import { zoneOrDefault } from "../../calendar/zoned-time.ts";
import { isJsonObject, type Json, type JsonObject } from "../../foundation/json.ts";
import { MAX_WAIT_MS } from "../../workflows/interval.ts";
import { timedSetup } from "../steps/calendar-moment.ts";

/** A job that waits until a moment which was computed by the rules of a zone. */
export type ZonedWait = {
  type: string;
  dueAt: Date;
  /** The settings of its delay or digest. */
  digest: JsonObject;
  /** Above 0: it waits until the subscriber's schedule opens. */
  scheduleExtensionsCount: number;
  updatedAt: Date;
  /** The subscriber's zone and schedule, as they are now. */
  timezone: string | null;
  /** Of its environment. */
  defaultZone: string;
  schedule: Schedule | null;
};

/** The moment by the rules in use, the settings with it, and the zone. */
export type MovedWait = { dueAt: Date; digest: JsonObject; zone: string };

/** Undefined where the wait stays: its moment is the same, or it is due by the old rules and by the new ones. */
export function movedWait(wait: ZonedWait, now: Date): MovedWait | undefined {
  const moved = wait.scheduleExtensionsCount > 0 ? untilOpening(wait, now) : untilCalendar(wait);
  if (!moved || moved.dueAt.getTime() === wait.dueAt.getTime()) return undefined;
  return moved.dueAt <= now && wait.dueAt <= now ? undefined : moved;
}

/** The next opening from now on: it is the one after the wait was extended, unless that has passed. */
function untilOpening(wait: ZonedWait, now: Date): MovedWait | undefined {
  const { schedule, timezone, defaultZone, digest, dueAt } = wait;
  if (!schedule || dueAt <= now) return undefined;
  const zone = zoneOrDefault(timezone, defaultZone);
  const opening = nextOpening(schedule, now, zone);
  return opening && { dueAt: opening, digest, zone };
}

function untilCalendar(wait: ZonedWait): MovedWait | undefined {
  const { digest, type } = wait;
  const basis = basisOf(wait);
  if (!basis || !isJsonObject(digest.timed)) return undefined;
  const { from, timezone, isExact, ...length } = basis;
  const zone = zoneOrDefault(timezone, wait.defaultZone);
  const dueAt = nextTimed(timedSetup({ ...digest, ...length }), from, zone);
  if (!dueAt || dueAt.getTime() - from.getTime() > MAX_WAIT_MS) return undefined;
  if (!isExact && Math.abs(dueAt.getTime() - wait.dueAt.getTime()) > LIKELY_MS) return undefined;
  const settings =
    type === "digest"
      ? { ...digest, timed: { ...digest.timed, untilDate: dueAt.toISOString() } }
      : { ...digest, duration: dueAt.getTime() - from.getTime() };
  return { dueAt, digest: settings, zone };
}

/** What the moment was computed from, and whether that is stored or only concluded. */
type Basis = { from: Date; timezone: string | null; isExact: boolean; amount?: Json; unit?: Json };

/** A concluded beginning may be a moment late; then the calendar's next time is a day away, which no change of rules explains. */
const LIKELY_MS = 12 * 3_600_000;

/**
 * Versions before tzdata's rules stored no basis. A delay has its length; a digest's row was last written when its window
 * was opened.
 */
function basisOf({ type, digest, dueAt, updatedAt, timezone }: ZonedWait): Basis | undefined {
  const { basis, duration } = digest;
  if (isJsonObject(basis)) {
    const { from, timezone: zone, ...length } = basis;
    return {
      from: new Date(String(from)),
      timezone: typeof zone === "string" ? zone : null,
      isExact: true,
      ...length,
    };
  }
  if (type === "digest") return { from: updatedAt, timezone, isExact: false };
  if (typeof duration !== "number") return undefined;
  return { from: new Date(dueAt.getTime() - duration), timezone, isExact: false };
}
