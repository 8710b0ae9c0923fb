import type { DashboardSession } from "./session.ts";

type Known = { readonly token: string; readonly session: DashboardSession; untilMs: number };
/** What a look-up finds: the session, and which of the tokens opens it. */
export type FoundSession = Pick<Known, "token" | "session">;

/** The sessions that a process knows, by their tokens. */
export type KnownSessions = {
  /** The first of these tokens whose session is known; it must be read again from `untilMs` on. */
  find(tokens: readonly string[]): Readonly<Known> | undefined;
  /** Reads the session of the first of these tokens that has one, and keeps it. */
  lookUp(
    tokens: readonly string[],
    read: (name: string) => Promise<FoundSession | undefined>,
  ): Promise<DashboardSession | undefined>;
  /** Reads the session of a token anew at its next request, as one that is known. */
  expire(token: string): void;
  /** Reads the session of a token anew at its next request, as an unknown one. */
  forget(token: string): void;
};

/** As for API keys: every process refuses a session that has ended within 5 s, the time of the query included. */
const CACHED_MS = 4_000;
const MAX_KNOWN = 1_000;

/** A look-up under way. `isOld`: its session has changed or ended since it began, so its result is not kept. */
type LookUp = { readonly name: string; readonly tokens: ReadonlySet<string>; isOld: boolean };

/** @param outdateRead later look-ups of this name must not join a statement that is under way. */
export function createKnownSessions({ nowMs, outdateRead }: Parts): KnownSessions {
  const known = new Map<string, Known>();
  const underWay = new Set<LookUp>();

  const keep = ({ token, session }: FoundSession, sentAtMs: number): void => {
    known.delete(token);
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value as string);
    known.set(token, { token, session, untilMs: sentAtMs + CACHED_MS });
  };
  const outdate = (token: string): void => {
    for (const one of underWay) {
      if (!one.tokens.has(token)) continue;
      one.isOld = true;
      outdateRead(one.name);
    }
  };

  return {
    find: (tokens) => {
      const token = tokens.find((one) => known.has(one));
      return token === undefined ? undefined : known.get(token);
    },
    lookUp: async (tokens, read) => {
      const sentAtMs = nowMs();
      const one: LookUp = { name: tokens.join(" "), tokens: new Set(tokens), isOld: false };
      underWay.add(one);
      const found = await read(one.name).finally(() => underWay.delete(one));
      if (!one.isOld && found) keep(found, sentAtMs);
      if (!one.isOld && !found) for (const token of tokens) known.delete(token);
      return found?.session;
    },
    expire: (token) => {
      outdate(token);
      const last = known.get(token);
      if (last) last.untilMs = Number.NEGATIVE_INFINITY;
    },
    forget: (token) => {
      outdate(token);
      known.delete(token);
    },
  };
}

type Parts = { nowMs: () => number; outdateRead: (name: string) => void };
