import type { Tidings } from "@tidings/client";
import { useRef, useState } from "react";
import { useWrite } from "../app/read.ts";
import { KEY } from "./dead-letters.ts";
import type { Request } from "./request.ts";
import { type Changed, inRounds, type Progress, type Round, type Rounds } from "./rounds.ts";

/** `isFull`: one call takes no more, so that more may remain. */
type Input = { first: Rounds["first"]; isFull: boolean };

/** Changes what a plan has counted, in rounds if there is more than one call takes; may be stopped between them. */
export function useRounds<Chosen extends Input>(
  { ids, filter, total }: Request,
  change: (client: Tidings, round: Round, chosen: Chosen) => Promise<Changed>,
) {
  const [progress, setProgress] = useState<Progress>();
  const [isStopped, setStopped] = useState(false);
  const mayGoOn = useRef(true);
  const write = useWrite(
    (client, chosen: Chosen) =>
      inRounds({
        first: chosen.first,
        rest: ids || !chosen.isFull ? undefined : { filter, total },
        change: (round) => change(client, round, chosen),
        onProgress: setProgress,
        mayGoOn: () => mayGoOn.current,
      }),
    [[KEY]],
  );
  const stop = (): void => {
    mayGoOn.current = false;
    setStopped(true);
  };
  return { run: write.mutate, isBusy: write.isPending, error: write.error, progress, isStopped, stop };
}
