import { logFailure } from "../../database/outage.ts";
import type { Time } from "../../foundation/clock.ts";
import type { Log } from "../../foundation/log.ts";
import { type ErasingParts, eraseStep } from "./erase-step.ts";
import { claimErasure } from "./erasure-claim-store.ts";

/** Erases the data of deleted subscribers, batch by batch, until it is closed. Safe in any number of processes. */
export type Erasures = { close(): Promise<void> };

/** Poll interval without work. */
const EVERY_MS = 1_000;
/** Pause between two batches. */
const PAUSE_MS = 10;

export function startErasures(parts: ErasingParts & { log: Log; time: Time }): Erasures {
  const { database, log, time } = parts;
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (ms: number) => time.sleep(ms, signal);

  /** One batch; false when none was due. */
  const step = async (): Promise<boolean> => {
    const erasure = await claimErasure(database);
    if (!erasure) return false;
    const { environmentId, id } = erasure;
    if (await eraseStep(parts, erasure)) log.info({ environmentId, id }, "a deleted subscriber was erased");
    return true;
  };
  const going = async (): Promise<void> => {
    while (!signal.aborted) {
      const isMore = await step().catch((error) => {
        logFailure(log, error, "what a deleted subscriber left was not erased; again later");
        return false;
      });
      await pause(isMore ? PAUSE_MS : EVERY_MS);
    }
  };
  const ended = going();
  return {
    close: () => {
      closing.abort();
      return ended;
    },
  };
}
