import type { Queryable } from "../database/database.ts";
import { logFailure } from "../database/outage.ts";
import type { Cancel, Time } from "../foundation/clock.ts";
import { groupBy } from "../foundation/group-by.ts";
import type { Log } from "../foundation/log.ts";
import type { InboxHints } from "./inbox-hints.ts";
import { endSnoozes } from "./snooze-store.ts";

/** Returns snoozed messages to their inboxes, at most a second late. */
export type SnoozeEnds = {
  /** Looks at once: a test clock was moved. */
  wake(): void;
  close(): Promise<void>;
};

const LOOK_EVERY_MS = 1_000;
const BATCH = 500;

type Parts = { database: Queryable; hints: InboxHints; log: Log; time: Time };

export function startSnoozeEnds({ database, hints, log, time }: Parts): SnoozeEnds {
  let isClosed = false;
  let isAskedAgain = false;
  let cancel: Cancel | undefined;
  let running: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      const returned = await endSnoozes(database, BATCH);
      for (const [environmentId, messages] of groupBy(returned, (one) => one.environmentId)) {
        hints.changed(
          environmentId,
          messages.map(({ subscriberId, id }) => ({ subscriberId, messageId: id })),
        );
      }
      if (returned.length >= BATCH) isAskedAgain = true;
    } while (isAskedAgain && !isClosed);
  };
  const run = (): void => {
    cancel?.();
    running = look()
      .catch((error) => logFailure(log, error, "snoozed messages were not returned; it is tried again"))
      .finally(() => {
        running = undefined;
        if (!isClosed) cancel = time.after(LOOK_EVERY_MS, run);
      });
  };
  run();
  return {
    wake: () => {
      isAskedAgain = true;
      if (!running && !isClosed) run();
    },
    close: async () => {
      isClosed = true;
      cancel?.();
      await running;
    },
  };
}
