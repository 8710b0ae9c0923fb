import type { Database } from "../../database/database.ts";
import type { Listening } from "../../database/listen.ts";
import { notifyAll } from "../../database/notify.ts";
import { logFailure } from "../../database/outage.ts";
import type { Log } from "../../foundation/log.ts";
import type { InboxHints } from "../inbox-hints.ts";
import type { Connection, Connections } from "./connections.ts";
import { pushChanges } from "./push-changes.ts";
import { helloPayload, hintPayloads, type OwnedHint, readPayload } from "./remote-hints.ts";

const CHANNEL = "tidings_inbox";
/** Hints of this time are read together; it adds to the time until a message is shown. */
const GATHER_MS = 5;
/** More hints wait for the next reading. */
const MAX_GATHERED = 5_000;

type Parts = {
  database: Database;
  processId: number;
  connections: Connections;
  /** Whether other processes have connections. */
  hasOthers: () => boolean;
  /** Another process has announced its connections, or announcements may have been missed. */
  onOthers: () => void;
  log: Log;
};

/** Hints for the connections of this process, and, over the database, for those of other processes. */
export type LiveHints = InboxHints & {
  /** Notifies other processes that this one has connections now. */
  sayHello(): Promise<void>;
  close(): Promise<void>;
};

export async function createLiveHints(parts: Parts): Promise<LiveHints> {
  const { database, processId, connections, hasOthers, onOthers, log } = parts;
  const failed = (error: unknown) => logFailure(log, error, "changes of inboxes were not sent to browsers");
  const local = createQueue((hints) => pushChanges({ database, connections }, hints), failed);
  const remote = createQueue((hints) => notifyAll(database, CHANNEL, hintPayloads(processId, hints)), failed);
  const takeLocal = (hints: readonly OwnedHint[]): void =>
    local.add(hints.filter((hint) => connections.of(hint.environmentId, hint.subscriberId).length > 0));
  const take = (payload: string): void => {
    const received = readPayload(payload);
    if (!received || received.processId === processId) return;
    if (received.isHello) onOthers();
    takeLocal(received.hints);
  };
  /** Notifications may have been missed. */
  const resync = (): void => {
    onOthers();
    takeLocal([...connections.all()].map(hintOf));
  };
  const listening: Listening = await database.listen(CHANNEL, { onNotify: take, onListening: resync });
  return {
    changed: (environmentId, hints) => {
      const isRemote = hasOthers();
      if (connections.count === 0 && !isRemote) return;
      const owned = hints.map((hint) => ({ ...hint, environmentId }));
      takeLocal(owned);
      if (isRemote) remote.add(owned);
    },
    refresh: (environmentId, subscriberId) => takeLocal([{ environmentId, subscriberId }]),
    areWanted: () => connections.count > 0 || hasOthers(),
    sayHello: () => notifyAll(database, CHANNEL, [helloPayload(processId)]),
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
) {
  const waiting: OwnedHint[] = [];
  let timer: NodeJS.Timeout | undefined;
  let handling = Promise.resolve();
  const flush = async (): Promise<void> => {
    const batch = waiting.splice(0, MAX_GATHERED);
    if (waiting.length > 0) schedule();
    if (batch.length > 0) await handle(batch);
  };
  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      handling = handling.then(flush).catch(failed);
    }, GATHER_MS);
  };
  return {
    add: (hints: readonly OwnedHint[]): void => {
      for (const hint of hints) waiting.push(hint);
      if (waiting.length > 0) schedule();
    },
    close: async (): Promise<void> => {
      clearTimeout(timer);
      await handling;
    },
  };
}
