import { AppError } from "../foundation/app-error.ts";
import type { ReachedEnvironment } from "./session.ts";
import type { VerifyDashboardSession } from "./verify-session.ts";

/** Whose request it is, and which environment it names. */
export type ReachedBy = { environmentId: string; address: string; isFresh?: boolean | undefined };
/** The environment that a request names, and the session: its id, the name of who signed in, and all that it reaches. */
export type Reached = {
  environment: ReachedEnvironment;
  sessionId: string;
  name: string;
  reached: readonly ReachedEnvironment[];
};

/**
 * The environment that a request of the dashboard names, if its session reaches it, and all that the session reaches.
 * `isFresh`: read from the database now, not from what the process has known for at most 4 s.
 * @throws AppError unauthorized without a session, too_many after many wrong ones from this address, not_found for an environment
 * that it does not reach.
 */
export type AuthenticateSession = (tokens: readonly string[], by: ReachedBy) => Promise<Reached>;

export function createAuthenticateSession(verifySession: VerifyDashboardSession): AuthenticateSession {
  return async (tokens, { environmentId, address, isFresh = false }) => {
    if (isFresh) tokens.forEach(verifySession.expire);
    const { id: sessionId, environments, name } = await verifySession(tokens, address);
    const environment = environments.find(({ id }) => id === environmentId);
    if (!environment) throw new AppError("not_found", "This session reaches no such environment");
    return { environment, sessionId, name, reached: environments };
  };
}
