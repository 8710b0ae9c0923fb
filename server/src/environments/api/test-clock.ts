import { getTestClock, moveTestClock, type TestClock, type TestClockMove } from "@tidings/contract";
import { isoMoment } from "../../calendar/iso-moment.ts";
import { AppError, invalidField } from "../../foundation/app-error.ts";
import { durationMs } from "../../foundation/duration.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { type ClockChange, moveTestClock as move, readTestClock } from "../test-clock.ts";
import type { ClockState } from "../test-clock-store.ts";

export const readClock = endpoint(getTestClock, async ({ database, environment }) =>
  toWire(await readTestClock(database, environment)),
);

export const moveClock = (api: Api) =>
  endpoint(moveTestClock, async ({ database, environment, body }) =>
    toWire(await move({ ...api, database }, environment, fromWire(body))),
  );

function fromWire({ now, advance }: TestClockMove): ClockChange {
  if (now !== undefined && advance) {
    throw new AppError("bad_request", "Provide either now or advance, not both");
  }
  if (now !== undefined) return { to: momentOf(now) };
  return { byMs: advance ? durationMs(advance.amount, advance.unit) : 0 };
}

/** A leap second matches the schema's pattern, but is no valid time for a clock. */
function momentOf(now: string): Date {
  const moment = isoMoment(now);
  if (!moment) throw invalidField("now", "now must be an ISO 8601 moment", now);
  return moment;
}

function toWire({ now, isFrozen, isBusy, nextDueAt }: ClockState): TestClock {
  const due = nextDueAt?.toISOString() ?? null;
  return { now: now.toISOString(), isFrozen, isSettled: !isBusy, nextDueAt: due };
}
