import type { Queryable } from "../database/database.ts";
import { shareReads } from "../database/shared-reads.ts";
import type { Secrets } from "../foundation/secrets.ts";
import { SHARE, type Share } from "../foundation/share.ts";
import { shareWork } from "../foundation/share-work.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import { needsHash } from "./hash-need.ts";
import { type InboxSession, sessionRefused } from "./session.ts";
import { findSessionOwners, ownerIdOf } from "./session-store.ts";
import { readSessionToken, type SessionClaims } from "./session-token.ts";

/** @throws AppError unauthorized. */
export type VerifySession = (token: string) => Promise<InboxSession>;

type Parts = {
  /** The database for the look-ups of a share. */
  databaseOf: (share: Share) => Queryable;
  secrets: Secrets;
  integrations: Pick<IntegrationStore, "activeInApp">;
  /** The wall clock, in milliseconds. */
  clockMs: () => number;
  /** Monotonic time in milliseconds. */
  nowMs: () => number;
};

/** As for API keys: every process refuses the tokens of a revoked key within 5 s, the time of the query included. */
const CACHED_MS = 4_000;
const MAX_KNOWN = 10_000;

type Known = { session: InboxSession; untilMs: number };

/** Sessions that are looked up with one statement: thousands of streams are verified again each minute. */
const TOGETHER = 100;

/**
 * Verifies the tokens of inbox sessions: the signature, the time, what they name in the database, and of sessions without
 * proof, that their environment does not demand hashes. A signature names the environment whose share the look-up belongs to; at
 * most two statements of it wait, however many sessions are looked up.
 */
export function createVerifySession(parts: Parts): VerifySession {
  const { databaseOf, secrets, integrations, clockMs, nowMs } = parts;
  const known = new Map<string, Known>();
  const findOwner = shareReads(findSessionOwners, TOGETHER);
  const demandsHash = shareWork((environmentId: string) =>
    needsHash(databaseOf(SHARE.known(environmentId)), integrations, environmentId),
  );
  const lookUp = async (claims: SessionClaims): Promise<InboxSession | undefined> => {
    const { environmentId, subscriberId, contextKeys, expiresAtMs, isProven } = claims;
    const database = databaseOf(SHARE.known(environmentId));
    const owner = await findOwner(database, environmentId, ownerIdOf(claims));
    if (!owner || (!isProven && (await demandsHash(environmentId)))) return undefined;
    return { ...owner, subscriberId, contextKeys, expiresAtMs, isProven };
  };
  return async (token) => {
    const cached = known.get(token);
    if (cached && cached.untilMs > nowMs() && cached.session.expiresAtMs > clockMs()) return cached.session;
    known.delete(token);
    const claims = readSessionToken(secrets, token);
    if (!claims || claims.expiresAtMs <= clockMs()) throw sessionRefused();
    const untilMs = nowMs() + CACHED_MS;
    const session = await lookUp(claims);
    if (!session) throw sessionRefused();
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value as string);
    known.set(token, { session, untilMs });
    return session;
  };
}
