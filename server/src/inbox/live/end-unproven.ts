import type { Queryable } from "../../database/database.ts";
import { logFailure } from "../../database/outage.ts";
import type { Cancel, Time } from "../../foundation/clock.ts";
import type { Log } from "../../foundation/log.ts";
import type { IntegrationStore } from "../../integrations/integration-store.ts";
import { environmentsWithHash } from "../hash-need.ts";
import type { Connections } from "./connections.ts";

/** Ends connections whose sessions no hash has proven, once their environment demands hashes. */
type UnprovenEnds = { close(): Promise<void> };

/**
 * A process may accept a token for 4 s after the change (`verify-session.ts`), and a connection that is opened with it is
 * found at the next look: all together within 10 s.
 */
const LOOK_EVERY_MS = 4_000;

type Parts = {
  /** For the environments of all connections. */
  database: Queryable;
  integrations: Pick<IntegrationStore, "activeInApp">;
  connections: Pick<Connections, "all">;
  log: Log;
  time: Time;
};

/** Looks every 4 s, with one statement for all environments that have such connections; without them there is none. */
export function endUnproven({ database, integrations, connections, log, time }: Parts): UnprovenEnds {
  let isClosed = false;
  let cancel: Cancel | undefined;
  let running: Promise<void> | undefined;
  const unproven = () => [...connections.all()].filter(({ session }) => !session.isProven);
  const look = async (): Promise<void> => {
    const environmentIds = new Set(unproven().map(({ session }) => session.environment.id));
    if (environmentIds.size === 0) return;
    const demanding = await environmentsWithHash(database, integrations, [...environmentIds]);
    if (demanding.size === 0) return;
    for (const connection of unproven()) {
      if (demanding.has(connection.session.environment.id)) connection.close("refused");
    }
  };
  const run = (): void => {
    running = look()
      .catch((error) =>
        logFailure(log, error, "it was not checked whether inboxes still need no hash; it is tried again"),
      )
      .finally(() => {
        running = undefined;
        if (!isClosed) cancel = time.after(LOOK_EVERY_MS, run);
      });
  };
  run();
  return {
    close: async () => {
      isClosed = true;
      cancel?.();
      await running;
    },
  };
}
