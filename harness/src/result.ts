import type { Evidence, Violation } from "./evidence.ts";
import { duplicates, openLedger } from "./ledger.ts";

/** What came of one scenario: one line of the table. */
export type Result = {
  id: string;
  title: string;
  seed: number;
  faults: number;
  acknowledged: number;
  inDoubt: number;
  /** Messages that providers have taken. */
  delivered: number;
  /** Acknowledged transactions with something missing. */
  lost: number;
  /** Steps the product took for the cause of three deaths. */
  givenUp: number;
  duplicatesExact: number;
  duplicatesPlain: number;
  /** From a fault to the next acknowledgement, and to the next delivery; and from the end to the last of them. */
  longestRecoveryMs: number;
  settledMs: number;
  tookMs: number;
  answers: Record<string, number>;
  violations: readonly Violation[];
};

type Played = {
  evidence: Evidence;
  violations: readonly Violation[];
  settledMs: number;
  tookMs: number;
  answers: ReadonlyMap<string, number>;
  seed: number;
};

export function resultOf({ id, title }: { id: string; title: string }, played: Played): Result {
  const { evidence, violations, settledMs, tookMs, answers, seed } = played;
  const ledger = openLedger(evidence);
  const repeated = duplicates(ledger);
  const beyondFirst = (isDeduplicating: boolean) =>
    repeated
      .filter((one) => one.isDeduplicating === isDeduplicating)
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
    answers: Object.fromEntries(answers),
    violations,
  };
}

/** Of faults after which there was any caller left to be answered. */
export function longestRecovery({
  faults,
  history,
  calls,
}: Pick<Evidence, "faults" | "history" | "calls">): number {
  const answered = history.filter(({ kind }) => kind === "ok").map(({ at }) => at);
  const taken = calls.filter(({ outcome }) => outcome === "accepted").map(({ at }) => at);
  const waits = faults.flatMap(({ at }) => [answered, taken].map((times) => nextAfter(times, at) - at));
  return Math.max(0, ...waits.filter(Number.isFinite));
}

function nextAfter(times: readonly number[], moment: number): number {
  return times.reduce(
    (next, time) => (time >= moment && time < next ? time : next),
    Number.POSITIVE_INFINITY,
  );
}
