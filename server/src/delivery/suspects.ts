import { setTimeout as sleep } from "node:timers/promises";
import { type ClaimedJob, claimSuspects, type Narrowing } from "./claim-store.ts";
import type { Engine } from "./engine.ts";

export type SuspectsParts = {
  engine: Pick<Engine, "database" | "log">;
  /** Works jobs off, until they have nothing more to do with this process. */
  workOff: (jobs: readonly ClaimedJob[]) => Promise<void>;
  /** The end. */
  signal: AbortSignal;
};

/** There are hardly ever any. */
const POLL_MS = 1_000;

/**
 * Works off jobs that were with a worker when it died, twice: any of them may be the cause. They are narrowed down: a few
 * together, and those that were among the few at a further death, one by one. Whatever is taken is done with before the
 * next is taken, so that a death tells something of it. (All of them one by one, thousands of innocent jobs waited for
 * minutes after many deaths; all of them together, they would be given up for one that is not.)
 */
export async function workOffSuspects({ engine, workOff, signal }: SuspectsParts): Promise<void> {
  const narrow = async (narrowing: Narrowing): Promise<boolean> => {
    const suspects = await claimSuspects(engine.database, narrowing);
    if (suspects.length > 0) await workOff(suspects);
    return suspects.length > 0;
  };
  const pause = () => sleep(POLL_MS, undefined, { signal }).catch(() => {});

  while (!signal.aborted) {
    try {
      const [wereFew, wasOne] = [await narrow("few"), await narrow("alone")];
      if (!wereFew && !wasOne) await pause();
    } catch (error) {
      engine.log.error({ err: error }, "suspects were not worked off; they are taken up again");
      await pause();
    }
  }
}
