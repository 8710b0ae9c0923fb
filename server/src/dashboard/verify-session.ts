import type { Queryable } from "../database/database.ts";
import { listEnvironments } from "../environments/environment-store.ts";
import { createHashesInUse } from "../environments/keys-in-use.ts";
import { sha256 } from "../foundation/secrets.ts";
import { SHARE, type Share } from "../foundation/share.ts";
import { shareWork } from "../foundation/share-work.ts";
import { createKnownSessions, type FoundSession } from "./known-sessions.ts";
import { type DashboardSession, notSignedIn } from "./session.ts";
import { findSession, listOpenHashes, listReached, noteSeen } from "./session-store.ts";

/**
 * Finds the session of a request by its tokens: of the first that this process knows, else of the first that has one.
 * @throws AppError unauthorized, too_many after many wrong ones from the address
 */
export type VerifyDashboardSession = {
  (tokens: readonly string[], address: string): Promise<DashboardSession>;
  /** Where requests with these tokens wait: a known session in a share of its own, other clients in that of their address. */
  shareOf(tokens: readonly string[], address: string): Share;
  /** Reads the session of a token that was made just now, which cannot be a guess. */
  opened(token: string, share: Share): Promise<DashboardSession>;
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
  const readLimited = (tokens: readonly string[], address: string) =>
    known.lookUp(tokens, (name) =>
      limitWrong(
        address,
        () => read(name, SHARE.stranger(address)),
        () => isOneOpen(tokens),
      ),
    );
  const verify = async (tokens: readonly string[], address: string): Promise<DashboardSession> => {
    if (tokens.length === 0) throw notSignedIn();
    const last = known.find(tokens);
    if (last && last.untilMs > nowMs()) return last.session;
    const session = last
      ? await known.lookUp([last.token], (name) => read(name, ownShareOf(last.session)))
      : await readLimited(tokens, address);
    if (session) return session;
    if (!last) throw notSignedIn();
    // The session has ended. Another token of the request may have one.
    const others = tokens.filter((token) => token !== last.token);
    return verify(others, address);
  };
  return Object.assign(verify, {
    shareOf: (tokens: readonly string[], address: string) => {
      const last = known.find(tokens);
      return last ? ownShareOf(last.session) : SHARE.stranger(address);
    },
    opened: async (token: string, share: Share) => {
      const database = databaseOf(share);
      const session = await known.lookUp([token], () => readSession(database, [token]));
      if (!session) throw notSignedIn();
      return session;
    },
    expire: known.expire,
    forget: known.forget,
  });
}

/** The share of a session that was valid: no stranger waits in it. */
export function ownShareOf({ id }: Pick<DashboardSession, "id">): Share {
  return SHARE.known(`session ${id}`);
}

const OPEN_SESSIONS = SHARE.process("open sessions of the dashboard");

async function readSession(
  database: Queryable,
  tokens: readonly string[],
): Promise<FoundSession | undefined> {
  const found = await findSession(database, tokens.map(sha256));
  if (!found) return undefined;
  await noteSeen(database, found.id);
  const { id, name, isOperator, place } = found;
  const environments = isOperator ? await allEnvironments(database) : await listReached(database, id);
  return { token: tokens[place - 1] as string, session: { id, name, isOperator, environments } };
}

async function allEnvironments(database: Queryable): Promise<DashboardSession["environments"]> {
  const all = await listEnvironments(database);
  return all.map((environment) => ({ ...environment, keyId: "", scopes: ["manage"] }));
}
