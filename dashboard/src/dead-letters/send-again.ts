import type { Tidings } from "@tidings/client";
import { REPLAY_LIMITS } from "@tidings/contract";
import { useRead } from "../app/read.ts";
import { choiceOf, type Request } from "./request.ts";
import type { Rounds } from "./rounds.ts";
import { useRounds } from "./use-rounds.ts";

/** The answer to a dry run. */
export type Plan = Awaited<ReturnType<Tidings["deadLetters"]["replay"]>>;

/** One replay takes this many; then more may remain. */
export const isFull = ({ replayed }: Plan): boolean => replayed >= REPLAY_LIMITS.replayed;

/** What would be sent. */
export function usePlan(request: Request, includeReached: boolean) {
  const body = { ...choiceOf(request), includeReached };
  return useRead(
    ["dead-letter-plan", request.number, body],
    (client) => client.deadLetters.replay({ ...body, dryRun: true }),
    { keepsPrevious: true },
  );
}

type SendInput = { first: Rounds["first"]; isFull: boolean; includeReached: boolean };

/** Sends what a plan has counted. */
export function useSendAgain(request: Request) {
  const rounds = useRounds(request, async ({ deadLetters }, round, { includeReached }: SendInput) => {
    const { replayed, replayId } = await deadLetters.replay({ ...round, includeReached });
    return { count: replayed, replayId };
  });
  const send = (plan: Plan, includeReached: boolean): void =>
    rounds.run({ first: { ids: plan.ids, count: plan.replayed }, isFull: isFull(plan), includeReached });
  return { ...rounds, send };
}
