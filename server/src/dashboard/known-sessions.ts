import { type DashboardSession, notSignedIn } from "./session.ts";

type Known = { readonly session: DashboardSession; untilMs: number };

/** The sessions that a process knows, by the tokens of a request (its name: other clients may have set further cookies beside it). */
export type KnownSessions = {
  /** What is known; it must be read again from `untilMs` on. */
  find(name: string): Readonly<Known> | undefined;
  /** Reads a session, and keeps it. @throws AppError unauthorized if there is none. */
  lookUp(name: string, read: () => Promise<DashboardSession | undefined>): Promise<DashboardSession>;
  /** Reads the session of a token anew at its next request, as one that is known. */
  expire(token: string): void;
  /** Reads the session of a token anew at its next request, as an unknown one. */
  forget(token: string): void;
};

/** As for API keys: every process refuses a session that has ended within 5 s, the time of the query included. */
const CACHED_MS = 4_000;
const MAX_KNOWN = 1_000;

/** A look-up under way. `isOld`: its session has changed or ended since it began, so its result is not kept. */
type LookUp = { readonly name: string; isOld: boolean };

/** @param outdateRead later look-ups of this name must not join a statement that is under way. */
export function createKnownSessions({ nowMs, outdateRead }: Parts): KnownSessions {
  const known = new Map<string, Known>();
  const underWay = new Set<LookUp>();
  const has = (name: string, token: string) => name.split(" ").includes(token);
  const namesWith = (token: string) => [...known.keys()].filter((name) => has(name, token));

  const keep = (name: string, session: DashboardSession | undefined, sentAtMs: number): void => {
    known.delete(name);
    if (!session) return;
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value as string);
    known.set(name, { session, untilMs: sentAtMs + CACHED_MS });
  };
  const outdate = (token: string): void => {
    for (const one of underWay) {
      if (!has(one.name, token)) continue;
      one.isOld = true;
      outdateRead(one.name);
    }
  };

  return {
    find: (name) => known.get(name),
    lookUp: async (name, read) => {
      const sentAtMs = nowMs();
      const one: LookUp = { name, isOld: false };
      underWay.add(one);
      const session = await read().finally(() => underWay.delete(one));
      if (!one.isOld) keep(name, session, sentAtMs);
      if (!session) throw notSignedIn();
      return session;
    },
    expire: (token) => {
      outdate(token);
      for (const name of namesWith(token)) (known.get(name) as Known).untilMs = Number.NEGATIVE_INFINITY;
    },
    forget: (token) => {
      outdate(token);
      for (const name of namesWith(token)) known.delete(name);
    },
  };
}

type Parts = { nowMs: () => number; outdateRead: (name: string) => void };
