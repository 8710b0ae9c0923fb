import type { Time } from "../../foundation/clock.ts";
import { tuned } from "../../foundation/failpoint.ts";
import type { Integration } from "../../integrations/integration.ts";
import type { SendOutcome } from "../../providers/provider.ts";

type Breaking = Pick<Integration, "id" | "breakerOpenUntil" | "breakerTrips">;
export type BreakerState = { openUntil: Date | null; trips: number };
export type ProviderCall = { outcome: SendOutcome; tookMs: number; now: Date };

/**
 * Circuit breakers, one for each integration. Outcomes are counted in each process; the state of a breaker is shared
 * in the integration's row, which is written only when it changes.
 */
export type Breakers = {
  /** Undefined when the provider may be called now, else until when it may not. */
  admit(integration: Breaking, now: Date): Date | undefined;
  /** Records the outcome of a call. Returns the breaker's new state where it changed. */
  report(integration: Breaking, call: ProviderCall): BreakerState | undefined;
  /** Drops what this process counted of an integration, whose breaker was closed in its row. */
  forget(integrationId: string): void;
};

const WINDOW_S = 60;
const MIN_CALLS = 10;
const BAD_SHARE = 0.5;
const REFUSALS_IN_A_ROW = 5;
const SLOW_MS = 10_000;
const OPEN_MS = tuned("breaker_ms", 30_000);
const MAX_OPEN_MS = 600_000;
const PROBES = 3;
/** When all probes are in progress, a message waits this long. */
const ASK_AGAIN_MS = 2_000;
/** A row read before our own change was stored is old. */
const OWN_WORD_COUNTS_MS = 5_000;

/** Calls are counted by the second: a list of them would be walked at every call, and there may be thousands a second. */
type Second = { atS: number; calls: number; bad: number };

type Memory = BreakerState & {
  seconds: Second[];
  refusals: number;
  probing: number;
  passed: number;
  saidAtMs: number;
};

export function createBreakers({ monotonicMs }: Pick<Time, "monotonicMs">): Breakers {
  const memories = new Map<string, Memory>();

  /** The state of an integration: that of its row, unless this process changed it a moment ago. */
  const recall = ({ id, breakerOpenUntil, breakerTrips }: Breaking): Memory => {
    const known = memories.get(id) ?? fresh();
    memories.set(id, known);
    if (monotonicMs() - known.saidAtMs > OWN_WORD_COUNTS_MS) {
      known.openUntil = breakerOpenUntil;
      known.trips = breakerTrips;
    }
    return known;
  };

  return {
    admit: (integration, now) => {
      const known = recall(integration);
      if (known.trips === 0) return undefined;
      if (known.openUntil && known.openUntil > now) return known.openUntil;
      if (known.probing >= PROBES) return new Date(now.getTime() + ASK_AGAIN_MS);
      known.probing += 1;
      return undefined;
    },
    report: (integration, call) => {
      const known = recall(integration);
      const changed = known.trips > 0 ? judgeProbe(known, call) : judgeCall(known, call);
      if (changed) known.saidAtMs = monotonicMs();
      return changed;
    },
    forget: (integrationId) => void memories.delete(integrationId),
  };
}

function fresh(): Memory {
  const state = { openUntil: null, trips: 0, seconds: [], refusals: 0, probing: 0, passed: 0 };
  return { ...state, saidAtMs: Number.NEGATIVE_INFINITY };
}

function judgeCall(known: Memory, call: ProviderCall): BreakerState | undefined {
  const { calls, bad } = count(known, call);
  known.refusals = isRefusal(call) ? known.refusals + 1 : 0;
  const isFailing = calls >= MIN_CALLS && bad / calls >= BAD_SHARE;
  return isFailing || known.refusals >= REFUSALS_IN_A_ROW ? trip(known, call.now) : undefined;
}

/** Counts a call; answers all of the last minute. */
function count(known: Memory, call: ProviderCall): { calls: number; bad: number } {
  // Calls are recorded when they end, with their start time: they count as of the newest second.
  const atS = Math.max(Math.floor(call.now.getTime() / 1_000), known.seconds.at(-1)?.atS ?? 0);
  if (known.seconds.at(-1)?.atS !== atS) {
    known.seconds = known.seconds.filter((second) => atS - second.atS < WINDOW_S);
    known.seconds.push({ atS, calls: 0, bad: 0 });
  }
  const current = known.seconds.at(-1) as Second;
  current.calls += 1;
  current.bad += isBad(call) ? 1 : 0;
  const sum = (of: "calls" | "bad") => known.seconds.reduce((total, second) => total + second[of], 0);
  return { calls: sum("calls"), bad: sum("bad") };
}

/** Half open: three successful calls close it, a failed one opens it for twice as long. */
function judgeProbe(known: Memory, call: ProviderCall): BreakerState | undefined {
  known.probing = Math.max(0, known.probing - 1);
  if (known.openUntil && known.openUntil > call.now) return undefined;
  if (isBad(call)) return trip(known, call.now);
  known.passed += 1;
  return known.passed >= PROBES ? become(known, { openUntil: null, trips: 0 }) : undefined;
}

function trip(known: Memory, now: Date): BreakerState {
  const trips = known.trips + 1;
  const openMs = Math.min(OPEN_MS * 2 ** (trips - 1), MAX_OPEN_MS);
  return become(known, { openUntil: new Date(now.getTime() + openMs), trips });
}

function become(known: Memory, state: BreakerState): BreakerState {
  Object.assign(known, fresh(), state);
  return state;
}

/** Outcomes that are caused by the provider, not by the message, its recipient or the account. */
function isBad({ outcome, tookMs }: ProviderCall): boolean {
  // Greylisting may make a client wait on purpose.
  if (isOfMessageAlone(outcome)) return false;
  if (tookMs > SLOW_MS) return true;
  if (outcome.kind === "ambiguous") return true;
  return isRefusal({ outcome });
}

function isRefusal({ outcome }: Pick<ProviderCall, "outcome">): boolean {
  if (outcome.kind !== "not_processed" || isOfMessageAlone(outcome)) return false;
  return outcome.isThrottled !== true && outcome.isQuotaUsedUp !== true;
}

function isOfMessageAlone(outcome: SendOutcome): boolean {
  return outcome.kind !== "accepted" && outcome.isProviderWell === true;
}
