import type { Database } from "../../database/database.ts";
import { logFailure } from "../../database/outage.ts";
import { endZoneChange, listChangedZones } from "../../environments/default-zone-store.ts";
import type { Time } from "../../foundation/clock.ts";
import type { Log } from "../../foundation/log.ts";
import { moveEnvironment } from "./move-environment.ts";

export type ZoneMovesParts = { database: Database; log: Log; time: Time };

/** Poll interval. */
const EVERY_MS = 5_000;

/**
 * Moves the waits of environments whose default zone was changed, with a detail, until it is closed: again every 5 s until the batches
 * that began before the change have ended. Safe in any number of processes: a wait is moved once.
 */
export function startDefaultZoneMoves({ database, log, time }: ZoneMovesParts): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const step = async (): Promise<void> => {
    for (const change of await listChangedZones(database)) {
      const { environmentId } = change;
      const moved = { count: 0 };
      const reason = { code: "moved_by_default_zone" } as const;
      const work = { database, time, signal, reason, isDefaultOnly: true, moved };
      await moveEnvironment(work, environmentId, Number.POSITIVE_INFINITY);
      if (signal.aborted) return;
      await endZoneChange(database, change);
      if (moved.count > 0)
        log.info({ environmentId, ...moved }, "moved the waits that the new default zone changes");
    }
  };
  const going = async (): Promise<void> => {
    while (!signal.aborted) {
      await step().catch((error) =>
        logFailure(log, error, "could not move the waits of a changed default zone; again later"),
      );
      await time.sleep(EVERY_MS, signal);
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
