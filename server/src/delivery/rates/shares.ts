import type { IntegrationRates } from "@tidings/contract";
import type { Cancel } from "../../foundation/clock.ts";
import { LEASE_SECONDS } from "../queue/lease.ts";
import type { Ticket } from "./decide.ts";
import { askOf } from "./rate-limits.ts";
import type { HeldRate, RateAsk, RateGrant } from "./rate-store.ts";

/** What this worker has of the rates of one integration. */
export type Share = HeldRate & {
  /** Its messages that have a place and are not answered. */
  inside: number;
  /** Questions to the store that are not answered yet. */
  asking: number;
  /** How long a call takes on average. */
  callMs: number;
  /** Calls that it may make at the same time; 0 without a limit. */
  held: number;
  /** Until when it may, by the monotonic clock. */
  validUntilMs: number;
  /** How long its provider keeps an idle connection open: its places are kept as long. */
  keepsOpenMs: number;
  /** Ends the planned return of its places. */
  keep: Cancel | undefined;
  /** The last question, and when the first place that was not promised then begins, by the monotonic clock. */
  last: { ask: RateAsk; freeAtMs: number } | undefined;
};

const FIRST_GUESS_MS = 100;
export const LEASE_MS = LEASE_SECONDS * 1_000;
/** So many waiting messages are made due at the same time. */
const MAX_PULLED = 100;
/** Weight of the newest call in the average duration. */
const WEIGHT = 0.1;

export function newShare(environmentId: string, integrationId: string): Share {
  const nothing = { inside: 0, asking: 0, unused: 0, unusedDay: null, held: 0, validUntilMs: 0 };
  const open = { keepsOpenMs: 0, keep: undefined, last: undefined };
  return { environmentId, integrationId, callMs: FIRST_GUESS_MS, ...nothing, ...open };
}

type Asked = { rates: IntegrationRates; asked: number; isFrozen: boolean };

/** The question for more messages. What is given back goes with it, once. */
export function askFor(share: Share, asked: Asked): RateAsk {
  const ask = askOf({ integrationId: share.integrationId, ...asked }, share);
  share.unused = 0;
  return ask;
}

/** An answer of the store. `askedAtMs`: when the question was sent, by the monotonic clock, because the lease counts from then. */
export type Answer = { ask: RateAsk; grant: RateGrant; askedAtMs: number };

export function enterShare(share: Share, { ask, grant, askedAtMs }: Answer): void {
  const { granted, held, day, startInMs } = grant;
  if (share.unusedDay !== day) share.unused = 0;
  Object.assign(share, { held, validUntilMs: askedAtMs + LEASE_MS, unusedDay: day });
  share.inside += granted;
  share.last = { ask, freeAtMs: askedAtMs + startInMs + granted * (ask.intervalMs ?? 0) };
}

/** Messages that would find a place now, if that is at least half of the concurrent ones, or three quarters of those of a rate a second. */
export function freePlaces({ last, held, inside }: Share, nowMs: number): number {
  if (!last) return 0;
  const { concurrency, depth, intervalMs, horizonMs } = last.ask;
  const ofPlaces = concurrency === null ? MAX_PULLED : held * depth - inside;
  const isIdle = concurrency === null || ofPlaces * 2 >= held * depth;
  if (intervalMs === null) return isIdle ? clamped(ofPlaces) : 0;
  // Messages come half of the horizon before their turn, so that half of the promised time is taken while the rate is used.
  const freeMs = nowMs + horizonMs - last.freeAtMs;
  const isSlack = freeMs * 4 >= horizonMs * 3;
  return isIdle && isSlack ? clamped(Math.min(ofPlaces, 1 + Math.floor(freeMs / 2 / intervalMs))) : 0;
}

const clamped = (places: number): number => Math.max(0, Math.min(MAX_PULLED, places));

/** A message with a place was answered, or was not sent after all. */
export function leaveShare(share: Share, { day, isCounted, callMs }: Ticket): void {
  share.inside -= 1;
  if (callMs !== undefined) share.callMs += WEIGHT * (callMs - share.callMs);
  if (!isCounted && day === share.unusedDay) share.unused += 1;
}

export function heldOf({ environmentId, integrationId, unused, unusedDay }: Share): HeldRate {
  return { environmentId, integrationId, unused, unusedDay };
}
