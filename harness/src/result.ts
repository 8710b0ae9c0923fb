import type { Evidence, Violation } from "./evidence.ts";
import { buildLedger, duplicates } from "./ledger.ts";

/** The result of one scenario: one line of the table. */
export type Result = {
  id: string;
  title: string;
  seed: number;
  faults: number;
  acknowledged: number;
  inDoubt: number;
  /** Messages that providers delivered. */
  delivered: number;
  /** Acknowledged transactions with something missing. */
  lost: number;
  /** Steps that the product failed because several workers crashed while they ran them. */
  givenUp: number;
  duplicatesExact: number;
  duplicatesPlain: number;
  /** The longest time from a fault to the next acknowledgement or to the next delivery. */
  longestRecoveryMs: number;
  /** From the end of the scenario until no work is left. */
  settledMs: number;
  tookMs: number;
  /** How much slower the machine was than an idle one, at its worst. */
  slowness: number;
  answers: Record<string, number>;
  violations: readonly Violation[];
};

type RunOutcome = {
  evidence: Evidence;
  violations: readonly Violation[];
  settledMs: number;
  tookMs: number;
  answers: ReadonlyMap<string, number>;
  seed: number;
};

export function resultOf({ id, title }: { id: string; title: string }, outcome: RunOutcome): Result {
  const { evidence, violations, settledMs, tookMs, answers, seed } = outcome;
  const ledger = buildLedger(evidence);
  const repeated = duplicates(ledger);
  const beyondFirst = (isDeduplicating: boolean) =>
    repeated
      .filter((duplicate) => duplicate.isDeduplicating === isDeduplicating)
      .reduce((sum, { calls }) => sum + calls.length - 1, 0);
  return {
    id,
    title,
    seed,
    faults: evidence.faults.length,
    acknowledged: ledger.acknowledged.size,
    inDoubt: ledger.inDoubt.size,
    delivered: evidence.calls.filter(({ isEffect }) => isEffect).length,
    lost: violations.filter(({ invariant }) => invariant === "I1").length,
    givenUp: evidence.dump.jobs.filter(({ isGivenUp }) => isGivenUp).length,
    duplicatesExact: beyondFirst(true),
    duplicatesPlain: beyondFirst(false),
    longestRecoveryMs: longestRecovery(evidence),
    settledMs,
    tookMs,
    slowness: evidence.slowness,
    answers: Object.fromEntries(answers),
    violations,
  };
}

/** Ignores faults after which nothing was acknowledged or delivered any more. */
export function longestRecovery({
  faults,
  history,
  calls,
}: Pick<Evidence, "faults" | "history" | "calls">): number {
  const answered = history.filter(({ kind }) => kind === "ok").map(({ at }) => at);
  const accepted = calls.filter(({ outcome }) => outcome === "accepted").map(({ at }) => at);
  const waits = faults.flatMap(({ at }) => [answered, accepted].map((times) => nextAfter(times, at) - at));
  return Math.max(0, ...waits.filter(Number.isFinite));
}

function nextAfter(times: readonly number[], moment: number): number {
  return times.reduce(
    (next, time) => (time >= moment && time < next ? time : next),
    Number.POSITIVE_INFINITY,
  );
}
