import type { IntegrationRates } from "@tidings/contract";
import type { Cancel } from "../../foundation/clock.ts";
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
};

const FIRST_GUESS_MS = 100;
/** Weight of the newest call in the average duration. */
const WEIGHT = 0.1;

export function newShare(environmentId: string, integrationId: string): Share {
  const nothing = { inside: 0, asking: 0, unused: 0, unusedDay: null, held: 0, validUntilMs: 0 };
  const open = { keepsOpenMs: 0, keep: undefined };
  return { environmentId, integrationId, callMs: FIRST_GUESS_MS, ...nothing, ...open };
}

type Asked = { rates: IntegrationRates; asked: number; isFrozen: boolean };

/** The question for more messages. What is given back goes with it, once. */
export function askFor(share: Share, asked: Asked): RateAsk {
  const ask = askOf({ integrationId: share.integrationId, ...asked }, share);
  share.unused = 0;
  return ask;
}

export function enterShare(share: Share, { granted, held, day }: RateGrant, validUntilMs: number): void {
  if (share.unusedDay !== day) share.unused = 0;
  Object.assign(share, { held, validUntilMs, unusedDay: day });
  share.inside += granted;
}

/** A message with a place was answered, or was not sent after all. */
export function leaveShare(share: Share, { day, isCounted, callMs }: Ticket): void {
  share.inside -= 1;
  if (callMs !== undefined) share.callMs += WEIGHT * (callMs - share.callMs);
  if (!isCounted && day === share.unusedDay) share.unused += 1;
}

export function heldOf({ environmentId, integrationId, unused, unusedDay }: Share): HeldRate {
  return { environmentId, integrationId, unused, unusedDay };
}
