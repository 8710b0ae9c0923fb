import { AppError } from "../foundation/app-error.ts";
import type { ReachedEnvironment } from "./session.ts";
import type { VerifyDashboardSession } from "./verify-session.ts";

/**
 * The environment that a request of the dashboard names, if its session reaches it, and the name of the session.
 * @throws AppError unauthorized without a session, not_found for an environment that it does not reach.
 */
export type AuthenticateSession = (
  token: string | undefined,
  environmentId: string,
) => Promise<{ environment: ReachedEnvironment; name: string }>;

export function createAuthenticateSession(verifySession: VerifyDashboardSession): AuthenticateSession {
  return async (token, environmentId) => {
    const { environments, name } = await verifySession(token);
    const environment = environments.find(({ id }) => id === environmentId);
    if (!environment) throw new AppError("not_found", "This session reaches no such environment");
    return { environment, name };
  };
}
