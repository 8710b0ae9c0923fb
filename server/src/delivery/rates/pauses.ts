import type { Time } from "../../foundation/clock.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { Pause } from "../../integrations/integration-store.ts";
import type { Message } from "../../messages/message.ts";
import type { SendOutcome } from "../../providers/provider.ts";

type Pausing = Pick<Integration, "id" | "pausedUntil" | "pausedFor">;

/**
 * Pauses that providers asked for. Shared like circuit breakers: stored in the integration's row when one begins, and known in the
 * process that began it before its other messages read the row.
 */
export type Pauses = {
  /** Until when the provider must not be called, if it must not be called now. */
  of(integration: Pausing, now: Date): Pause | undefined;
  /** @returns whether it has to be stored: of calls that were answered at the same moment, only the first one's. */
  begin(integrationId: string, pause: Pause): boolean;
  /** Whether a pause is over, and no call has shown yet that the provider takes messages again: one message asks. */
  isProbing(integration: Pausing, now: Date): boolean;
  /** A call was accepted. @returns whether the stored pause is to be removed, because it was the first one after it. */
  end(integration: Pausing, now: Date): boolean;
  /** Drops what this process knows: the pause was ended by hand. */
  forget(integrationId: string): void;
};

/** A row read before our own pause was stored is old. */
const OWN_WORD_COUNTS_MS = 5_000;
/** A pause that ends so little later is the same. */
const SAME_MS = 1_000;

export function createPauses({ monotonicMs }: Pick<Time, "monotonicMs">): Pauses {
  const own = new Map<string, { pause: Pause | "ended"; saidAtMs: number }>();

  const recall = (id: string): Pause | "ended" | undefined => {
    const known = own.get(id);
    if (!known) return undefined;
    if (monotonicMs() - known.saidAtMs <= OWN_WORD_COUNTS_MS) return known.pause;
    own.delete(id);
    return undefined;
  };
  const ownPause = (id: string): Pause | undefined => {
    const known = recall(id);
    return known === "ended" ? undefined : known;
  };
  const isProbing = ({ id, pausedUntil }: Pausing, now: Date): boolean =>
    pausedUntil !== null && pausedUntil <= now && recall(id) !== "ended";

  return {
    of: ({ id, pausedUntil: until, pausedFor: reason }, now) => {
      const stored = until && reason ? { until, reason } : undefined;
      const pause = later(stored, ownPause(id));
      return pause && pause.until > now ? pause : undefined;
    },
    begin: (id, pause) => {
      const known = ownPause(id);
      if (known && known.until.getTime() + SAME_MS >= pause.until.getTime()) return false;
      own.set(id, { pause, saidAtMs: monotonicMs() });
      return true;
    },
    isProbing,
    end: (integration, now) => {
      if (!isProbing(integration, now)) return false;
      own.set(integration.id, { pause: "ended", saidAtMs: monotonicMs() });
      return true;
    },
    forget: (id) => void own.delete(id),
  };
}

function later(one: Pause | undefined, other: Pause | undefined): Pause | undefined {
  if (!one || !other) return one ?? other;
  return one.until >= other.until ? one : other;
}

/** A stated wait of a rate limit binds all messages for at most this time; then one asks again. */
const MAX_THROTTLED_MS = 3_600_000;
/** The same for a used-up quota. */
const MAX_QUOTA_MS = 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Whose limit a provider's answer is about. */
type Answered = Pick<Message, "channel" | "providerId">;

/**
 * The pause that an answer asks for, or undefined. A used-up quota ends when the provider says so, or with the day in UTC. Of a rate
 * limit only a stated wait (`Retry-After`) binds all messages; without one it is about the message alone.
 */
export function pauseAfter(outcome: SendOutcome, answered: Answered, now: Date): Pause | undefined {
  if (outcome.kind === "accepted" || !isOfAccount(answered)) return undefined;
  const { isQuotaUsedUp, isThrottled, retryAfterMs } = outcome;
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (isQuotaUsedUp) {
    const until = retryAfterMs ? after(Math.min(retryAfterMs, MAX_QUOTA_MS)) : nextDay(now);
    return { until, reason: "quota" };
  }
  if (!isThrottled || !retryAfterMs) return undefined;
  return { until: after(Math.min(retryAfterMs, MAX_THROTTLED_MS)), reason: "throttled" };
}

/** The begin of the next day in UTC. */
export function nextDay(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
}

/**
 * Whether a limit is that of the integration. Chat vendors limit a channel or a webhook, and a push service of a browser its own
 * subscriptions: a stranger's server must not keep the messages of all others waiting.
 */
function isOfAccount({ channel, providerId }: Answered): boolean {
  return channel !== "chat" && providerId !== "web-push";
}
