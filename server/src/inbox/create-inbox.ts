import type { Database, Queryable } from "../database/database.ts";
import type { Time } from "../foundation/clock.ts";
import { newWorkerId } from "../foundation/id.ts";
import type { Log } from "../foundation/log.ts";
import type { Settings } from "../foundation/settings.ts";
import type { Share } from "../foundation/share.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import type { InboxHints } from "./inbox-hints.ts";
import { type Connections, createConnections } from "./live/connections.ts";
import { endUnproven } from "./live/end-unproven.ts";
import { createLiveHints } from "./live/live-hints.ts";
import { createPresence } from "./live/presence.ts";
import { type SnoozeEnds, startSnoozeEnds } from "./snooze-ends.ts";
import { createVerifySession, type VerifySession } from "./verify-session.ts";

/** The parts of the inbox that live as long as the process. */
export type InboxService = {
  verifySession: VerifySession;
  connections: Connections;
  hints: InboxHints;
  /** Looks at once for snoozes that are over: a test clock was moved. */
  endSnoozes: () => void;
  close(): Promise<void>;
};

type Parts = {
  /** For work that is not limited to one environment. */
  database: Database;
  /** For look-ups of sessions, by share. */
  databaseOf: (share: Share) => Queryable;
  integrations: IntegrationStore;
  role: Settings["role"];
  time: Time;
  log: Log;
};

/** Connections are in processes that serve the API, and snoozes are ended by those that deliver. */
export async function createInbox(parts: Parts): Promise<InboxService> {
  const { database, databaseOf, integrations, role, time, log } = parts;
  const { secrets } = database;
  const processId = newWorkerId();
  const connections = createConnections({
    report: () => presence.report(),
    onPresence: (session, isPresent) => presence.change(session, isPresent),
  });
  const presence = createPresence({ database, processId, log, time });
  const hints = await createLiveHints({ database, processId, connections, log, time });
  const snoozes: SnoozeEnds | undefined =
    role === "api" ? undefined : startSnoozeEnds({ database, hints, log, time });
  const unproven =
    role === "worker" ? undefined : endUnproven({ database, integrations, connections, log, time });
  const clockMs = () => time.now().getTime();
  return {
    verifySession: createVerifySession({
      databaseOf,
      secrets,
      integrations,
      clockMs,
      nowMs: time.monotonicMs,
    }),
    connections,
    hints,
    endSnoozes: () => snoozes?.wake(),
    close: async () => {
      await unproven?.close();
      await snoozes?.close();
      await presence.close();
      await hints.close();
    },
  };
}
