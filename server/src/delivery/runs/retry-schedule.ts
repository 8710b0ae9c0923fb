import type { Channel } from "@tidings/contract";
import { tuned } from "../../foundation/failpoint.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delay before each retry: 8 attempts in about 8 h 40 min. */
const DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
const MIN_WHEN_UNCLEAR_MS = tuned("unclear_ms", 30 * SECOND);
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

export type RetryWait = {
  /** Attempts made so far, at least one. */
  attempts: number;
  /** The provider may have accepted the message, or has limited the rate. */
  isUnclear: boolean;
  /** The provider's Retry-After. */
  retryAfterMs: number | undefined;
  /** Different for every message and attempt, between 0 and 1. */
  chance: number;
};

/** Delay before the next attempt: never shorter than the provider's Retry-After, and never longer than a day. */
export function delayMs({ attempts, isUnclear, retryAfterMs, chance }: RetryWait): number {
  const planned = DELAYS_MS[Math.min(Math.max(attempts, 1), DELAYS_MS.length) - 1] as number;
  const jittered = planned * (1 + JITTER * (2 * chance - 1));
  const minMs = isUnclear ? Math.max(jittered, MIN_WHEN_UNCLEAR_MS * (1 + JITTER * chance)) : jittered;
  // Slightly later than Retry-After, so that many messages with the same time do not retry at once.
  const requested = retryAfterMs === undefined ? 0 : retryAfterMs + SECOND * chance;
  return Math.min(Math.max(minMs, requested), MAX_MS);
}
