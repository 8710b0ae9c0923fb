import type { ReplayedWorkflow, ReplayResult } from "@tidings/contract";
import { groupBy } from "../../foundation/group-by.ts";
import type { Replay } from "../replay.ts";
import type { LeftOut } from "../replay-choice-store.ts";

/** The wire form of a replay, or of what it would do: in all, and by workflow. */
export function toReplay({ replayId, chosen, leftOut, discarded }: Replay, isDryRun: boolean): ReplayResult {
  const keyOf = ({ workflowKey }: Pick<LeftOut, "workflowKey">) => workflowKey;
  const [replayed, skipped] = [groupBy(chosen, keyOf), groupBy(leftOut, keyOf)];
  const keys = new Set([...replayed.keys(), ...skipped.keys()]);
  return {
    replayId: isDryRun ? null : replayId,
    replayed: chosen.length,
    skipped: { ...countsOf(leftOut), discarded },
    ids: chosen.map(({ id }) => id),
    workflows: [...keys].sort().map((key) => ({
      workflowId: key,
      replayed: replayed.get(key)?.length ?? 0,
      skipped: countsOf(skipped.get(key) ?? []),
      reachedBy: reachedBy(skipped.get(key) ?? []),
    })),
  };
}

function countsOf(leftOut: readonly LeftOut[]): ReplayedWorkflow["skipped"] {
  const sum = (some: readonly LeftOut[]) => some.reduce((total, { count }) => total + count, 0);
  const gone = sum(leftOut.filter(({ reached }) => reached === null));
  return { reached: sum(leftOut) - gone, gone };
}

function reachedBy(leftOut: readonly LeftOut[]): ReplayedWorkflow["reachedBy"] {
  return leftOut.flatMap(({ reached, count }) =>
    reached ? [{ stepId: reached.stepKey, channel: reached.channel, reason: reached.reason, count }] : [],
  );
}
