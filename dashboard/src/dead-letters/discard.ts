import { useRef, useState } from "react";
import { useRead, useWrite } from "../app/read.ts";
import { KEY } from "./dead-letters.ts";
import { type Discarded, type DiscardPlan, discardInRounds } from "./discard-rounds.ts";
import { choiceOf, type Request } from "./request.ts";

/** What would be discarded. */
export function useDiscardPlan(request: Request) {
  const body = choiceOf(request);
  return useRead(["dead-letter-discard", request.number, body], (client) =>
    client.deadLetters.discard({ ...body, dryRun: true }),
  );
}

/** Discards what the plan has counted, in rounds if there is more than one call takes; may be stopped between them. */
export function useDiscard({ ids, filter, total }: Request) {
  const [progress, setProgress] = useState<Discarded>();
  const [isStopped, setStopped] = useState(false);
  const mayGoOn = useRef(true);
  const write = useWrite(
    ({ deadLetters }, plan: DiscardPlan) =>
      discardInRounds({
        plan,
        rest: ids ? undefined : { filter, total },
        discard: (round) => deadLetters.discard(round),
        onProgress: setProgress,
        mayGoOn: () => mayGoOn.current,
      }),
    [[KEY]],
  );
  const stop = (): void => {
    mayGoOn.current = false;
    setStopped(true);
  };
  return { discard: write.mutate, isBusy: write.isPending, error: write.error, progress, isStopped, stop };
}
