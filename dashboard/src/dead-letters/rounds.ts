import type { Request } from "./request.ts";

/** What one call changes: exactly these, or what the filter matches, up to the limit of the call. */
export type Round = { ids: string[] } | { filter: Request["filter"] };

/** What one call has changed: how many messages, and the id of a replay. */
export type Changed = { readonly count: number; readonly replayId?: string | null };

export type Progress = {
  readonly done: number;
  readonly total: number;
  readonly replayIds: readonly string[];
  readonly isOver: boolean;
};

export type Rounds = {
  /** What the dry run has counted: the first round. */
  readonly first: { readonly ids: readonly string[]; readonly count: number };
  /** What follows the first round; undefined: nothing. `total`: how many the list has counted, with the first round. */
  readonly rest: { readonly filter: Request["filter"]; readonly total: number } | undefined;
  readonly change: (round: Round) => Promise<Changed>;
  readonly onProgress: (progress: Progress) => void;
  readonly mayGoOn: () => boolean;
};

/**
 * Changes exactly what the dry run has counted, then the rest in rounds. What is given up meanwhile matches the filter,
 * too: it ends when as many are changed as the list has counted.
 */
export async function inRounds({ first, rest, change, onProgress, mayGoOn }: Rounds): Promise<void> {
  const total = rest?.total ?? first.count;
  const replayIds: string[] = [];
  let done = 0;
  let round: Round = { ids: [...first.ids] };
  onProgress({ done, total, replayIds: [], isOver: false });
  for (;;) {
    const { count, replayId } = await change(round);
    done += count;
    if (replayId) replayIds.push(replayId);
    const isOver = rest === undefined || !mayGoOn() || count === 0 || done >= total;
    onProgress({ done, total, replayIds: [...replayIds], isOver });
    if (isOver || rest === undefined) return;
    round = { filter: rest.filter };
  }
}
