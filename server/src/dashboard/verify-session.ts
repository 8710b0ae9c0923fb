import type { Queryable } from "../database/database.ts";
import { listEnvironments } from "../environments/environment-store.ts";
import { sha256 } from "../foundation/secrets.ts";
import { type DashboardSession, notSignedIn } from "./session.ts";
import { findSession, listReached, noteSeen } from "./session-store.ts";

/** Finds the session of a cookie's token. @throws AppError unauthorized */
export type VerifyDashboardSession = {
  (token: string | undefined): Promise<DashboardSession>;
  /** Reads the session anew at its next request: it has ended, or reaches more. */
  forget(token: string): void;
};

/** As for API keys: every process refuses a session that has ended within 5 s, the time of the query included. */
const CACHED_MS = 4_000;
const MAX_KNOWN = 1_000;

type Known = { session: DashboardSession; untilMs: number };

export function createVerifyDashboardSession(parts: {
  database: Queryable;
  nowMs: () => number;
}): VerifyDashboardSession {
  const { database, nowMs } = parts;
  const known = new Map<string, Known>();
  const verify = async (token: string | undefined): Promise<DashboardSession> => {
    if (!token) throw notSignedIn();
    const cached = known.get(token);
    if (cached && cached.untilMs > nowMs()) return cached.session;
    known.delete(token);
    const untilMs = nowMs() + CACHED_MS;
    const session = await readSession(database, token);
    if (!session) throw notSignedIn();
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value as string);
    known.set(token, { session, untilMs });
    return session;
  };
  return Object.assign(verify, { forget: (token: string) => void known.delete(token) });
}

/** A session whose keys have all ended has ended, too. */
async function readSession(database: Queryable, token: string): Promise<DashboardSession | undefined> {
  const found = await findSession(database, sha256(token));
  if (!found) return undefined;
  await noteSeen(database, found.id);
  const { id, name, isOperator } = found;
  const environments = isOperator ? await allEnvironments(database) : await listReached(database, id);
  if (!isOperator && environments.length === 0) return undefined;
  return { id, name, isOperator, environments };
}

async function allEnvironments(database: Queryable): Promise<DashboardSession["environments"]> {
  const all = await listEnvironments(database);
  return all.map((environment) => ({ ...environment, keyId: "", scopes: ["manage"] }));
}
