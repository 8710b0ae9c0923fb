import { getTestClock, moveTestClock, type TestClock } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { moveTestClock as move, readTestClock } from "../test-clock.ts";
import type { ClockState } from "../test-clock-store.ts";

export const readClock = endpoint(getTestClock, async ({ database, environment }) =>
  toWire(await readTestClock(database, environment)),
);

export const moveClock = (api: Api) =>
  endpoint(moveTestClock, async ({ database, environment, body }) =>
    toWire(await move({ ...api, database }, environment, body ?? {})),
  );

function toWire({ now, isFrozen, isBusy, nextDueAt }: ClockState): TestClock {
  const due = nextDueAt?.toISOString() ?? null;
  return { now: now.toISOString(), isFrozen, isSettled: !isBusy, nextDueAt: due };
}
