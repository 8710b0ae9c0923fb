import type { Tidings } from "@tidings/client";
import { REPLAY_LIMITS } from "@tidings/contract";
import { useRef, useState } from "react";
import { useRead, useWrite } from "../app/read.ts";
import { KEY } from "./dead-letters.ts";
import type { filterOf } from "./filters.ts";

/** What the reader wants to send again: the selected ones, or all that the filter matches. */
export type SendAgainRequest = {
  /** Differs each time, so that each time is counted anew. */
  readonly number: number;
  readonly ids: readonly string[] | undefined;
  readonly filter: ReturnType<typeof filterOf>;
  /** How many the list says there are. */
  readonly total: number;
};

export type Plan = Awaited<ReturnType<Tidings["deadLetters"]["replay"]>>;

export type Progress = {
  readonly sent: number;
  readonly total: number;
  readonly replayIds: readonly string[];
  readonly isDone: boolean;
};

const choiceOf = ({ ids, filter }: SendAgainRequest) => (ids ? { ids: [...ids] } : { filter });

/** What would be sent. */
export function usePlan(request: SendAgainRequest, includeReached: boolean) {
  const body = { ...choiceOf(request), includeReached };
  return useRead(
    ["dead-letter-plan", request.number, body],
    (client) => client.deadLetters.replay({ ...body, dryRun: true }),
    { keepsPrevious: true },
  );
}

/** One replay takes this many; then more may remain. */
export const isFull = ({ replayed }: Plan): boolean => replayed >= REPLAY_LIMITS.replayed;

type SendInput = { plan: Plan; includeReached: boolean };

/** Sends exactly what the plan has counted; where that is a full round, then the rest in rounds, until it is stopped. */
export function useSendAgain(request: SendAgainRequest) {
  const [progress, setProgress] = useState<Progress>();
  const [isStopped, setStopped] = useState(false);
  const mayGoOn = useRef(true);
  const write = useWrite(
    async ({ deadLetters }, { plan, includeReached }: SendInput) => {
      const hasRounds = request.ids === undefined && isFull(plan);
      const total = hasRounds ? request.total : plan.replayed;
      const replayIds: string[] = [];
      let sent = 0;
      let round: { ids: string[] } | { filter: SendAgainRequest["filter"] } = { ids: plan.ids };
      setProgress({ sent, total, replayIds: [], isDone: false });
      for (;;) {
        const { replayed, replayId } = await deadLetters.replay({ ...round, includeReached });
        sent += replayed;
        if (replayId) replayIds.push(replayId);
        const isDone = !(hasRounds && mayGoOn.current && replayed > 0 && sent < total);
        setProgress({ sent, total, replayIds: [...replayIds], isDone });
        if (isDone) return;
        round = { filter: request.filter };
      }
    },
    [[KEY]],
  );
  const stop = (): void => {
    mayGoOn.current = false;
    setStopped(true);
  };
  return { send: write.mutate, isSending: write.isPending, error: write.error, progress, isStopped, stop };
}
