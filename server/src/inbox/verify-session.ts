import type { Queryable } from "../database/database.ts";
import { type InboxSession, sessionRefused } from "./session.ts";
import { findSessionOwner } from "./session-store.ts";
import { readSessionToken, type SessionClaims } from "./session-token.ts";

/** @throws AppError unauthorized. */
export type VerifySession = (token: string) => Promise<InboxSession>;

type Parts = {
  database: Queryable;
  /** The wall clock, in milliseconds. */
  clockMs: () => number;
  /** Monotonic time in milliseconds. */
  nowMs: () => number;
};

/** As for API keys: every process refuses the tokens of a revoked key within 5 s, the time of the query included. */
const CACHED_MS = 4_000;
const MAX_KNOWN = 10_000;

type Known = { session: InboxSession; untilMs: number };

/** Verifies the tokens of inbox sessions: the signature, the time, and what they name in the database. */
export function createVerifySession({ database, clockMs, nowMs }: Parts): VerifySession {
  const known = new Map<string, Known>();
  const lookUp = async (claims: SessionClaims): Promise<InboxSession | undefined> => {
    const owner = await findSessionOwner(database, claims);
    const { subscriberId, contextKeys, expiresAtMs } = claims;
    return owner && { ...owner, subscriberId, contextKeys, expiresAtMs };
  };
  return async (token) => {
    const cached = known.get(token);
    if (cached && cached.untilMs > nowMs() && cached.session.expiresAtMs > clockMs()) return cached.session;
    known.delete(token);
    const claims = readSessionToken(database.secrets, token);
    if (!claims || claims.expiresAtMs <= clockMs()) throw sessionRefused();
    const untilMs = nowMs() + CACHED_MS;
    const session = await lookUp(claims);
    if (!session) throw sessionRefused();
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value as string);
    known.set(token, { session, untilMs });
    return session;
  };
}
