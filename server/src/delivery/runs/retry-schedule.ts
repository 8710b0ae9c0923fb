import type { Channel } from "@tidings/contract";
import { tuned } from "../../foundation/failpoint.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delay before each retry: 8 attempts in about 8 h 40 min. */
const DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
const MIN_WHEN_UNCLEAR_MS = tuned("unclear_ms", 30 * SECOND);
/** With the jitter at most 10 minutes, as AWS asks for: https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html */
const MAX_THROTTLED_MS = 16.5 * MIN_WHEN_UNCLEAR_MS;
const MAX_MS = 24 * HOUR;
const JITTER = 0.2;

export const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** The TTL of a message, by channel. */
export const LIFETIME_MS: Record<Channel, number> = {
  in_app: 0,
  push: HOUR,
  sms: HOUR,
  chat: 6 * HOUR,
  email: 24 * HOUR,
};

/** A wait for a rate limit grows by a whole step, or by a quarter when the provider stated it, so that its word counts for a while. */
const STEP = 4;
const STATED_STEP = 1;
const MAX_THROTTLES = 100;

/** `throttles` of a message whose attempt met the provider's rate limit. */
export function throttlesAfter(throttles: number, retryAfterMs: number | undefined): number {
  return Math.min(throttles + (retryAfterMs === undefined ? STEP : STATED_STEP), MAX_THROTTLES);
}

export type RetryWait = {
  /** Attempts made so far, at least one. */
  attempts: number;
  /** `throttles` of the message after this attempt; 0 if the provider did not limit the rate. */
  throttles: number;
  /** The provider may have accepted the message. */
  isUnclear: boolean;
  /** The provider's Retry-After. */
  retryAfterMs: number | undefined;
  /** Different for every message and attempt, between 0 and 1. */
  chance: number;
};

/** Delay before the next attempt: never shorter than the provider's Retry-After, and never longer than a day. */
export function delayMs({ attempts, throttles, isUnclear, retryAfterMs, chance }: RetryWait): number {
  const planned = DELAYS_MS[Math.min(Math.max(attempts, 1), DELAYS_MS.length) - 1] as number;
  const jittered = planned * (1 + JITTER * (2 * chance - 1));
  const leastMs = Math.max(throttledMs(throttles), isUnclear ? MIN_WHEN_UNCLEAR_MS : 0);
  const minMs = Math.max(jittered, leastMs * (1 + JITTER * chance));
  // Slightly later than Retry-After, so that many messages with the same time do not retry at once.
  const requested = retryAfterMs === undefined ? 0 : retryAfterMs + SECOND * chance;
  return Math.min(Math.max(minMs, requested), MAX_MS);
}

/** 30 s, then twice as long for each throttle in a row, up to 10 minutes. */
function throttledMs(throttles: number): number {
  if (throttles === 0) return 0;
  const doublings = Math.max(Math.floor(throttles / STEP), 1) - 1;
  return Math.min(MIN_WHEN_UNCLEAR_MS * 2 ** doublings, MAX_THROTTLED_MS);
}
