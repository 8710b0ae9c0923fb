import type { Queryable } from "../database/database.ts";
import { listEnvironments } from "../environments/environment-store.ts";
import { createHashesInUse } from "../environments/keys-in-use.ts";
import { sha256 } from "../foundation/secrets.ts";
import { SHARE, type Share } from "../foundation/share.ts";
import { shareWork } from "../foundation/share-work.ts";
import { createKnownSessions } from "./known-sessions.ts";
import { type DashboardSession, notSignedIn } from "./session.ts";
import { findSession, listOpenHashes, listReached, noteSeen } from "./session-store.ts";

/**
 * Finds the session of the first of a request's tokens that has one.
 * @throws AppError unauthorized, too_many after many wrong ones from the address
 */
export type VerifyDashboardSession = {
  (tokens: readonly string[], address: string): Promise<DashboardSession>;
  /** Reads the session of a token that was made just now, which cannot be a guess. */
  opened(token: string, address: string): Promise<DashboardSession>;
  /** Reads the session anew at its next request, as one that is known: it reaches more. */
  expire(token: string): void;
  /** Reads the session anew at its next request, as an unknown one: it has ended. */
  forget(token: string): void;
};

/** Limits wrong tokens by address, as wrong API keys are; `isKnown` exempts a token (`http/wrong-keys.ts`). */
export type LimitWrongTokens = <Found>(
  address: string,
  lookUp: () => Promise<Found | undefined>,
  isKnown: () => Promise<boolean>,
) => Promise<Found | undefined>;

export type VerifyParts = {
  /** The database for the look-ups of a share. */
  databaseOf: (share: Share) => Queryable;
  limitWrong: LimitWrongTokens;
  nowMs: () => number;
};

/**
 * A session that was valid is read again in a share of its own, behind no stranger, and its requests share the statement; an
 * unknown token waits in the share of its address.
 */
export function createVerifyDashboardSession(parts: VerifyParts): VerifyDashboardSession {
  const { databaseOf, limitWrong, nowMs } = parts;
  const isOpen = createHashesInUse(() => listOpenHashes(databaseOf(OPEN_SESSIONS)), nowMs);
  const read = shareWork((name: string, share: Share) => readSession(databaseOf(share), name.split(" ")));
  const known = createKnownSessions({ nowMs, outdateRead: read.outdate });
  const isOneOpen = async (tokens: readonly string[]): Promise<boolean> => {
    for (const token of tokens) if (await isOpen(sha256(token))) return true;
    return false;
  };
  const verify = async (tokens: readonly string[], address: string): Promise<DashboardSession> => {
    if (tokens.length === 0) throw notSignedIn();
    const name = tokens.join(" ");
    const last = known.find(name);
    if (last && last.untilMs > nowMs()) return last.session;
    if (last) return known.lookUp(name, () => read(name, SHARE.known(`session ${last.session.id}`)));
    const limited = () =>
      limitWrong(
        address,
        () => read(name, SHARE.stranger(address)),
        () => isOneOpen(tokens),
      );
    return known.lookUp(name, limited);
  };
  return Object.assign(verify, {
    opened: (token: string, address: string) =>
      known.lookUp(token, () => readSession(databaseOf(SHARE.stranger(address)), [token])),
    expire: known.expire,
    forget: known.forget,
  });
}

const OPEN_SESSIONS = SHARE.process("open sessions of the dashboard");

async function readSession(
  database: Queryable,
  tokens: readonly string[],
): Promise<DashboardSession | undefined> {
  const found = await findSession(database, tokens.map(sha256));
  if (!found) return undefined;
  await noteSeen(database, found.id);
  const { id, name, isOperator } = found;
  const environments = isOperator ? await allEnvironments(database) : await listReached(database, id);
  return { id, name, isOperator, environments };
}

async function allEnvironments(database: Queryable): Promise<DashboardSession["environments"]> {
  const all = await listEnvironments(database);
  return all.map((environment) => ({ ...environment, keyId: "", scopes: ["manage"] }));
}
