import type { Tidings } from "@tidings/client";
import { DISCARD_LIMIT, type DiscardInput } from "@tidings/contract";

/** The answer to a dry run, or to a discard. */
export type DiscardPlan = Awaited<ReturnType<Tidings["deadLetters"]["discard"]>>;

export type Discarded = { readonly done: number; readonly total: number; readonly isOver: boolean };

type Filter = NonNullable<DiscardInput["filter"]>;

export type DiscardRounds = {
  readonly plan: DiscardPlan;
  /** What follows a full first round; undefined if only the plan is discarded. `total`: how many the list has counted. */
  readonly rest: { readonly filter: Filter; readonly total: number } | undefined;
  readonly discard: (round: { ids: string[] } | { filter: Filter }) => Promise<DiscardPlan>;
  readonly onProgress: (progress: Discarded) => void;
  readonly mayGoOn: () => boolean;
};

/** One call takes this many; then more may remain. */
export const isFullDiscard = ({ discarded }: DiscardPlan): boolean => discarded >= DISCARD_LIMIT;

/**
 * Discards exactly what the plan has counted; where that is a full round, then the rest in rounds, until as many are
 * discarded as the list has counted: what is given up meanwhile stays.
 */
export async function discardInRounds(input: DiscardRounds): Promise<void> {
  const { plan, rest, discard, onProgress, mayGoOn } = input;
  const more = isFullDiscard(plan) ? rest : undefined;
  const total = more?.total ?? plan.discarded;
  let done = (await discard({ ids: plan.ids })).discarded;
  for (;;) {
    const isOver = more === undefined || done >= total || !mayGoOn();
    onProgress({ done, total, isOver });
    if (isOver || more === undefined) return;
    const { discarded } = await discard({ filter: more.filter });
    if (discarded === 0) return onProgress({ done, total, isOver: true });
    done += discarded;
  }
}
