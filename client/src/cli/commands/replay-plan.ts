import {
  REPLAY_LIMITS,
  type ReachedReason,
  type ReplayedWorkflow,
  type ReplayResult,
} from "@tidings/contract";

/** The service's limits of one replay: dead letters replayed, and dead letters examined. */
const { replayed: MAX_REPLAYED, examined: MAX_EXAMINED } = REPLAY_LIMITS;

/** What a replay would do: in all; and by workflow, if something is left out. */
export function planOf({ replayed, skipped, workflows = [] }: ReplayResult): string {
  const { reached, gone, discarded } = skipped;
  const parts = [
    ...(discarded ? [`${discarded} discarded (tidings messages resend sends a single message)`] : []),
    ...(reached ? [`${reached} already reached (--include-reached replays them too)`] : []),
    ...(gone ? [`${gone} deleted or already being sent`] : []),
  ];
  const first = `To replay: ${deadLetters(replayed)}.`;
  if (parts.length === 0) return first;
  const lines = reached + gone > 0 ? workflows.map(lineOf) : [];
  return [`${first} Skipped: ${parts.join(", ")}.`, ...lines].join("\n");
}

const REASONS: Record<ReachedReason, string> = {
  stands_in: "it stands in for the failed step",
  sent_after: "sent after the message was given up",
};

function lineOf({ workflowId, replayed, skipped: { gone }, reachedBy }: ReplayedWorkflow): string {
  const parts = [
    `${replayed} to replay`,
    ...reachedBy.map(
      ({ stepId, channel, reason, count }) =>
        `${count} reached by step ${stepId ?? channel} (${REASONS[reason]})`,
    ),
    ...(gone ? [`${gone} deleted or already being sent`] : []),
  ];
  return `  ${workflowId}: ${parts.join(", ")}`;
}

/** That more may remain, if a call takes no more. */
export function noteOf({ replayed, skipped: { reached, gone } }: ReplayResult): string | undefined {
  const isFull = replayed >= MAX_REPLAYED || replayed + reached + gone >= MAX_EXAMINED;
  return isFull ? `These are the oldest ${replayed}; more may remain.` : undefined;
}

/** The answer to a replay, which also counts what the plan has left out. */
export function withPlanned(
  sent: ReplayResult,
  { skipped: planned, workflows: plans = [] }: ReplayResult,
): ReplayResult {
  const { workflows = [] } = sent;
  const keys = [...new Set([...plans, ...workflows].map(({ workflowId }) => workflowId))].sort();
  return {
    ...sent,
    skipped: { ...sumOf(planned, sent.skipped), discarded: planned.discarded + sent.skipped.discarded },
    workflows: keys.map((key) => {
      const [before, now] = [plans, workflows].map((all) => all.find(({ workflowId }) => workflowId === key));
      return {
        workflowId: key,
        replayed: now?.replayed ?? 0,
        skipped: sumOf(before?.skipped, now?.skipped),
        reachedBy: [...(before?.reachedBy ?? []), ...(now?.reachedBy ?? [])],
      };
    }),
  };
}

type Skipped = ReplayedWorkflow["skipped"];
const NONE: Skipped = { reached: 0, gone: 0 };

function sumOf(a: Skipped = NONE, b: Skipped = NONE): Skipped {
  return { reached: a.reached + b.reached, gone: a.gone + b.gone };
}

export function deadLetters(count: number): string {
  return `${count} ${count === 1 ? "dead letter" : "dead letters"}`;
}
