import { AppError } from "../../foundation/app-error.ts";
import { SHARE, ShareCounts } from "../../foundation/share.ts";
import { takePlaces } from "../../foundation/share-places.ts";
import type { InboxSession } from "../session.ts";
import type { LiveCounts, LiveEvent } from "./live-event.ts";

/** A browser that is connected to its inbox. */
export type Connection = {
  readonly session: InboxSession;
  /** The counts that it was sent last. */
  counts?: LiveCounts | undefined;
  /** Sends an event; a connection that reads too slowly is closed instead. */
  send(event: LiveEvent): void;
  /** Ends the connection: the process stops (`restart`), or the session is not valid any more (`refused`). */
  close(reason: "restart" | "refused"): void;
};

/** The connections of this process, by subscriber. */
export type Connections = {
  /**
   * Awaited before the inbox of a new connection is read: after it, the other processes notify this one of changes.
   * @throws a failure of the database.
   */
  open(): Promise<void>;
  /** @throws AppError too_many, or unavailable after `close`; @returns a function that removes the connection. */
  add(connection: Connection, address: string): () => void;
  of(environmentId: string, subscriberId: string): readonly Connection[];
  all(): IterableIterator<Connection>;
  readonly count: number;
  /** The process stops: ends all connections, and accepts no more. */
  close(): void;
};

/*
 * Each limit holds for the connections of proven sessions and, apart from them, for those of sessions that no hash proves: any browser
 * can open these, and they never keep a proven one out.
 */

/** A subscriber has few browsers; each has one connection, or one for each tab where tabs cannot share. */
export const MAX_OF_SUBSCRIBER = 20;
/** Many subscribers may share the address of their company. */
export const MAX_OF_ADDRESS = 5_000;
/** Of all subscribers of an environment, in one process. */
export const MAX_OF_ENVIRONMENT = 20_000;

type Parts = {
  /** Makes the process known to the others. */
  report: () => Promise<void>;
  /** The first connection of a subscriber was added, or its last one was removed. */
  onPresence: (session: InboxSession, isPresent: boolean) => void;
  maxOfAddress?: number;
  maxOfEnvironment?: number;
};

export function createConnections(parts: Parts): Connections {
  const { report, onPresence, maxOfAddress = MAX_OF_ADDRESS, maxOfEnvironment = MAX_OF_ENVIRONMENT } = parts;
  const bySubscriber = new Map<string, Set<Connection>>();
  const all = new Set<Connection>();
  const [proven, unproven] = [new ShareCounts(), new ShareCounts()];
  let isClosed = false;
  const nameOf = (environmentId: string, subscriberId: string) => `${environmentId}|${subscriberId}`;
  const remove = (connection: Connection, leave: () => void): void => {
    if (!all.delete(connection)) return;
    const { environment, subscriberId } = connection.session;
    const name = nameOf(environment.id, subscriberId);
    const own = bySubscriber.get(name);
    own?.delete(connection);
    if (own?.size === 0) {
      bySubscriber.delete(name);
      onPresence(connection.session, false);
    }
    leave();
  };
  return {
    open: report,
    add: (connection, address) => {
      if (isClosed) throw new AppError("unavailable", "The service is stopping; connect again");
      const { environment, subscriberId, isProven } = connection.session;
      const name = nameOf(environment.id, subscriberId);
      const own = bySubscriber.get(name) ?? new Set();
      const alike = [...own].filter(({ session }) => session.isProven === isProven);
      if (alike.length >= MAX_OF_SUBSCRIBER) throw tooMany("of this subscriber");
      const places = [
        { share: SHARE.stranger(address), max: maxOfAddress, whose: "from this address" },
        { share: SHARE.environment(environment.id), max: maxOfEnvironment, whose: "of this environment" },
      ];
      const leave = takePlaces(isProven ? proven : unproven, places, tooMany);
      own.add(connection);
      all.add(connection);
      bySubscriber.set(name, own);
      if (own.size === 1) onPresence(connection.session, true);
      return () => remove(connection, leave);
    },
    of: (environmentId, subscriberId) => [...(bySubscriber.get(nameOf(environmentId, subscriberId)) ?? [])],
    all: () => all.values(),
    get count() {
      return all.size;
    },
    close: () => {
      isClosed = true;
      for (const connection of [...all]) connection.close("restart");
    },
  };
}

function tooMany(whose: string): AppError {
  return new AppError("too_many", `There are too many connections ${whose}`, { retryAfterSeconds: 30 });
}
