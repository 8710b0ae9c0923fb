import type { Tidings } from "@tidings/client";
import { DISCARD_LIMIT } from "@tidings/contract";
import { useRead } from "../app/read.ts";
import { choiceOf, type Request } from "./request.ts";
import { useRounds } from "./use-rounds.ts";

/** The answer to a dry run. */
export type DiscardPlan = Awaited<ReturnType<Tidings["deadLetters"]["discard"]>>;

/** One call takes this many; then more may remain. */
export const isFullDiscard = ({ discarded }: DiscardPlan): boolean => discarded >= DISCARD_LIMIT;

/** What would be discarded. */
export function useDiscardPlan(request: Request) {
  const body = choiceOf(request);
  return useRead(["dead-letter-discard", request.number, body], (client) =>
    client.deadLetters.discard({ ...body, dryRun: true }),
  );
}

/** Discards what a plan has counted. */
export function useDiscard(request: Request) {
  const rounds = useRounds(request, async ({ deadLetters }, round) => ({
    count: (await deadLetters.discard(round)).discarded,
  }));
  const discard = (plan: DiscardPlan): void =>
    rounds.run({ first: { ids: plan.ids, count: plan.discarded }, isFull: isFullDiscard(plan) });
  return { ...rounds, discard };
}
