import type { Queryable } from "../database/database.ts";
import { listEnvironments } from "../environments/environment-store.ts";
import { createHashesInUse } from "../environments/keys-in-use.ts";
import { sha256 } from "../foundation/secrets.ts";
import { SHARE, type Share } from "../foundation/share.ts";
import { shareWork } from "../foundation/share-work.ts";
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

/** As for API keys: every process refuses a session that has ended within 5 s, the time of the query included. */
const CACHED_MS = 4_000;
const MAX_KNOWN = 1_000;

type Known = { session: DashboardSession; untilMs: number };

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
  const known = new Map<string, Known>();
  const isOpen = createHashesInUse(() => listOpenHashes(databaseOf(OPEN_SESSIONS)), nowMs);
  const read = shareWork((name: string, share: Share) => readSession(databaseOf(share), name.split(" ")));
  const keep = (name: string, session: DashboardSession | undefined, sentAtMs: number): DashboardSession => {
    known.delete(name);
    if (!session) throw notSignedIn();
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value as string);
    known.set(name, { session, untilMs: sentAtMs + CACHED_MS });
    return session;
  };
  const verify = async (tokens: readonly string[], address: string): Promise<DashboardSession> => {
    if (tokens.length === 0) throw notSignedIn();
    const name = tokens.join(" ");
    const last = known.get(name);
    const sentAtMs = nowMs();
    if (last && last.untilMs > sentAtMs) return last.session;
    const session = last
      ? await read(name, SHARE.known(`session ${last.session.id}`))
      : await limitWrong(
          address,
          () => read(name, SHARE.stranger(address)),
          () => isOneOpen(tokens),
        );
    return keep(name, session, sentAtMs);
  };
  const isOneOpen = async (tokens: readonly string[]): Promise<boolean> => {
    for (const token of tokens) if (await isOpen(sha256(token))) return true;
    return false;
  };
  /** The names under which a token is known: others may have set further cookies beside it. */
  const namesWith = (token: string) => [...known.keys()].filter((name) => name.split(" ").includes(token));
  return Object.assign(verify, {
    opened: async (token: string, address: string) => {
      const sentAtMs = nowMs();
      return keep(token, await readSession(databaseOf(SHARE.stranger(address)), [token]), sentAtMs);
    },
    expire: (token: string) => {
      for (const name of namesWith(token)) (known.get(name) as Known).untilMs = Number.NEGATIVE_INFINITY;
    },
    forget: (token: string) => {
      for (const name of namesWith(token)) known.delete(name);
    },
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
