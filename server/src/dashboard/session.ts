import type { KeyScope } from "@tidings/contract";
import type { ListedEnvironment } from "../environments/environment.ts";
import { AppError } from "../foundation/app-error.ts";

/** An environment that a session reaches, and what it may do there. */
export type ReachedEnvironment = ListedEnvironment & {
  /** The id of the API key that opens it; "" for operators. */
  readonly keyId: string;
  readonly scopes: readonly KeyScope[];
};

/** A signed-in page of the dashboard. */
export type DashboardSession = {
  readonly id: string;
  /** Who signed in, as the link or the key says. */
  readonly name: string;
  /** Signed in with a link, which only the operator can make: reaches all environments. */
  readonly isOperator: boolean;
  readonly environments: readonly ReachedEnvironment[];
};

/** A session in the list of sessions. */
export type ListedSession = Pick<DashboardSession, "id" | "name" | "isOperator"> & {
  createdAt: Date;
  seenAt: Date;
};

/** A link may be used within this time, once. */
export const LINK_MINUTES = 30;
/** A session ends after this time without a request, and at the latest after `SESSION_DAYS`. */
export const IDLE_HOURS = 12;
export const SESSION_DAYS = 7;

/** One sentence for all reasons. */
export function notSignedIn(): AppError {
  return new AppError("unauthorized", "Not signed in, or the session has ended; sign in at /dashboard");
}
