import type { Database } from "../../database/database.ts";
import type { Listening } from "../../database/listen.ts";
import { logFailure } from "../../database/outage.ts";
import type { Cancel, Time } from "../../foundation/clock.ts";
import type { Log } from "../../foundation/log.ts";
import type { InboxHints } from "../inbox-hints.ts";
import type { Connection, Connections } from "./connections.ts";
import { notifyOtherProcesses } from "./presence-store.ts";
import { pushChanges } from "./push-changes.ts";
import { hintPayloads, type OwnedHint, readPayload } from "./remote-hints.ts";

const CHANNEL = "tidings_inbox";
/** Hints of this time are read together; it adds to the time until a message is shown. */
const GATHER_MS = 5;
/** More hints wait for the next reading. */
const MAX_GATHERED = 5_000;

type Parts = {
  database: Database;
  processId: number;
  connections: Connections;
  log: Log;
  time: Time;
};

/** Hints for the connections of this process, and, over the database, for those of other processes. */
export type LiveHints = InboxHints & {
  /** Sends the hints that still wait: other processes have no other news of them. */
  close(): Promise<void>;
};

export async function createLiveHints(parts: Parts): Promise<LiveHints> {
  const { database, processId, connections, log, time } = parts;
  const failed = (error: unknown) => logFailure(log, error, "changes of inboxes were not sent to browsers");
  const local = createQueue((hints) => pushChanges({ database, connections }, hints), failed, time);
  const remote = createQueue(
    (hints) =>
      notifyOtherProcesses(database, processId, {
        channel: CHANNEL,
        payloads: hintPayloads(processId, hints),
      }),
    failed,
    time,
  );
  const takeLocal = (hints: readonly OwnedHint[]): void =>
    local.add(hints.filter((hint) => connections.of(hint.environmentId, hint.subscriberId).length > 0));
  const take = (payload: string): void => {
    const received = readPayload(payload);
    if (!received || received.processId === processId) return;
    takeLocal(received.hints);
  };
  /** Notifications may have been missed. */
  const resync = (): void => takeLocal([...connections.all()].map(hintOf));
  const listening: Listening = await database.listen(CHANNEL, { onNotify: take, onListening: resync });
  return {
    changed: (environmentId, hints) => {
      const owned = hints.map((hint) => ({ ...hint, environmentId }));
      takeLocal(owned);
      remote.add(owned);
    },
    refresh: (environmentId, subscriberId) => takeLocal([{ environmentId, subscriberId }]),
    close: async () => {
      await listening.close();
      await Promise.all([local.close(), remote.close()]);
    },
  };
}

/** All counts are sent again where they have changed. */
function hintOf({ session: { environment, subscriberId } }: Connection): OwnedHint {
  return { environmentId: environment.id, subscriberId };
}

/** Gathers hints, and handles them one batch after the other, so that counts are never older than those sent before. */
function createQueue(
  handle: (hints: readonly OwnedHint[]) => Promise<void>,
  failed: (error: unknown) => void,
  time: Time,
) {
  const waiting: OwnedHint[] = [];
  let cancel: Cancel | undefined;
  let handling = Promise.resolve();
  const flush = async (): Promise<void> => {
    const batch = waiting.splice(0, MAX_GATHERED);
    if (waiting.length > 0) schedule();
    if (batch.length > 0) await handle(batch);
  };
  const handleAll = async (): Promise<void> => {
    while (waiting.length > 0) await handle(waiting.splice(0, MAX_GATHERED));
  };
  const schedule = (): void => {
    cancel ??= time.after(GATHER_MS, () => {
      cancel = undefined;
      handling = handling.then(flush).catch(failed);
    });
  };
  return {
    add: (hints: readonly OwnedHint[]): void => {
      for (const hint of hints) waiting.push(hint);
      if (waiting.length > 0) schedule();
    },
    /** Handles what still waits. */
    close: async (): Promise<void> => {
      cancel?.();
      handling = handling.then(handleAll).catch(failed);
      await handling;
    },
  };
}
