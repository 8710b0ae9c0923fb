import type { Tidings } from "@tidings/client";
import { REPLAY_LIMITS, type ReplayInput } from "@tidings/contract";

/** The answer to a dry run, or to a replay. */
export type Plan = Awaited<ReturnType<Tidings["deadLetters"]["replay"]>>;

export type Progress = {
  readonly sent: number;
  readonly total: number;
  readonly replayIds: readonly string[];
  readonly isDone: boolean;
};

type Filter = NonNullable<ReplayInput["filter"]>;

export type Rounds = {
  readonly plan: Plan;
  /** What follows a full first round; undefined if only the plan is sent. `total`: how many the list has counted. */
  readonly rest: { readonly filter: Filter; readonly total: number } | undefined;
  readonly replay: (round: { ids: string[] } | { filter: Filter }) => Promise<Plan>;
  readonly onProgress: (progress: Progress) => void;
  readonly mayGoOn: () => boolean;
};

/** One replay takes this many; then more may remain. */
export const isFull = ({ replayed }: Plan): boolean => replayed >= REPLAY_LIMITS.replayed;

/**
 * Sends exactly what the plan has counted; where that is a full round, then the rest in rounds. What is given up again
 * meanwhile would match the filter, too: it ends when as many were sent as the list has counted.
 */
export async function sendRounds({ plan, rest, replay, onProgress, mayGoOn }: Rounds): Promise<void> {
  const more = isFull(plan) ? rest : undefined;
  const total = more?.total ?? plan.replayed;
  const replayIds: string[] = [];
  let sent = 0;
  let round: Parameters<Rounds["replay"]>[0] = { ids: plan.ids };
  onProgress({ sent, total, replayIds: [], isDone: false });
  for (;;) {
    const { replayed, replayId } = await replay(round);
    sent += replayed;
    if (replayId) replayIds.push(replayId);
    const isDone = more === undefined || !mayGoOn() || replayed === 0 || sent >= total;
    onProgress({ sent, total, replayIds: [...replayIds], isDone });
    if (isDone || more === undefined) return;
    round = { filter: more.filter };
  }
}
