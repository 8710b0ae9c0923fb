import { type ClientHttp2Session, connect } from "node:http2";
import type { LookupFunction } from "node:net";
import type { OutboundTarget } from "./target.ts";

/** An idle connection is closed after this time. Apple asks providers to keep connections open. */
const IDLE_MS = 300_000;
const MAX_SESSIONS = 256;

/** Open HTTP/2 connections, one for each origin and session name. */
export type Http2Sessions = {
  /** A connection that is open or being opened. It leaves the list when it closes or the peer announces its end. */
  of(target: OutboundTarget, name: string, lookup: LookupFunction): ClientHttp2Session;
  close(): void;
};

export function createHttp2Sessions(): Http2Sessions {
  const sessions = new Map<string, ClientHttp2Session>();

  const open = (key: string, target: OutboundTarget, lookup: LookupFunction): ClientHttp2Session => {
    const session = connect(target.url.origin, { lookup, rejectUnauthorized: true } as object);
    const remove = () => void (sessions.get(key) === session && sessions.delete(key));
    // Streams report the errors of their connection themselves.
    session.on("error", remove).on("close", remove).on("goaway", remove);
    // Each call that waits for the connection listens for its begin.
    session.setMaxListeners(0);
    session.setTimeout(IDLE_MS, () => session.close());
    session.unref();
    sessions.set(key, session);
    return session;
  };

  return {
    of(target, name, lookup) {
      const key = `${target.url.origin} ${name}`;
      const known = sessions.get(key);
      if (known && !known.closed && !known.destroyed) return known;
      const [oldest] = sessions.values();
      if (oldest && sessions.size >= MAX_SESSIONS) oldest.close();
      return open(key, target, lookup);
    },
    close() {
      for (const session of sessions.values()) session.destroy();
    },
  };
}
