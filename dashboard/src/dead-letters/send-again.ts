import { useRef, useState } from "react";
import { useRead, useWrite } from "../app/read.ts";
import { KEY } from "./dead-letters.ts";
import { choiceOf, type Request } from "./request.ts";
import { type Plan, type Progress, sendRounds } from "./send-rounds.ts";

/** What would be sent. */
export function usePlan(request: Request, includeReached: boolean) {
  const body = { ...choiceOf(request), includeReached };
  return useRead(
    ["dead-letter-plan", request.number, body],
    (client) => client.deadLetters.replay({ ...body, dryRun: true }),
    { keepsPrevious: true },
  );
}

type SendInput = { plan: Plan; includeReached: boolean };

/** Sends what the plan has counted, in rounds if there is more than one replay takes; may be stopped between them. */
export function useSendAgain(request: Request) {
  const [progress, setProgress] = useState<Progress>();
  const [isStopped, setStopped] = useState(false);
  const mayGoOn = useRef(true);
  const { ids, filter, total } = request;
  const write = useWrite(
    ({ deadLetters }, { plan, includeReached }: SendInput) =>
      sendRounds({
        plan,
        rest: ids ? undefined : { filter, total },
        replay: (round) => deadLetters.replay({ ...round, includeReached }),
        onProgress: setProgress,
        mayGoOn: () => mayGoOn.current,
      }),
    [[KEY]],
  );
  const stop = (): void => {
    mayGoOn.current = false;
    setStopped(true);
  };
  return { send: write.mutate, isSending: write.isPending, error: write.error, progress, isStopped, stop };
}
