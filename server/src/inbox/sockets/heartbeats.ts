import type { Time } from "../../foundation/clock.ts";
import { isSessionOver } from "../session.ts";
import type { VerifySession } from "../verify-session.ts";
import type { SocketConnection } from "./socket-connection.ts";
import { PING_EVERY_MS, PONG_WITHIN_MS } from "./socket-io-protocol.ts";

/** Pings sockets, cuts those that are silent, and verifies their sessions again: one timer for all. */
export type Heartbeats = {
  watch(connection: SocketConnection, token: string): () => void;
  close(): void;
};

const LOOK_EVERY_MS = 1_000;
/** A socket that has entered no namespace by then is cut. */
const ENTER_WITHIN_MS = 5_000;
const VERIFY_EVERY_MS = 60_000;

type Watched = { token: string; openedAtMs: number; pingAtMs: number; verifyAtMs: number };

export function createHeartbeats({
  verifySession,
  time,
}: {
  verifySession: VerifySession;
  time: Time;
}): Heartbeats {
  const watched = new Map<SocketConnection, Watched>();
  const look = (): void => {
    const now = time.monotonicMs();
    for (const [connection, state] of watched) {
      const isLate = !connection.isEntered && now - state.openedAtMs > ENTER_WITHIN_MS;
      if (isLate || now - connection.aliveAtMs > PING_EVERY_MS + PONG_WITHIN_MS) connection.cut();
      else if (now >= state.pingAtMs) {
        state.pingAtMs = now + PING_EVERY_MS;
        connection.ping();
      }
      if (now < state.verifyAtMs) continue;
      state.verifyAtMs = now + VERIFY_EVERY_MS;
      verifySession(state.token).catch((error) => {
        if (isSessionOver(error)) connection.close("refused");
      });
    }
  };
  const stop = time.every(LOOK_EVERY_MS, look);
  return {
    watch: (connection, token) => {
      const now = time.monotonicMs();
      const times = { openedAtMs: now, pingAtMs: now + PING_EVERY_MS, verifyAtMs: now + VERIFY_EVERY_MS };
      watched.set(connection, { token, ...times });
      return () => watched.delete(connection);
    },
    close: stop,
  };
}
