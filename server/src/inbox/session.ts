import type { Environment } from "../environments/environment.ts";
import { AppError } from "../foundation/app-error.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";

/** Whose in-app messages are meant: those of one subscriber with exactly these contexts. */
export type Inbox = {
  readonly subscriberId: SubscriberId;
  /** Sorted keys `type:id`; undefined where messages of all contexts are meant. */
  readonly contextKeys?: readonly string[] | undefined;
};

/** The caller of a browser's request. */
export type InboxSession = Inbox & {
  readonly environment: Environment;
  readonly subscriberKey: SubscriberKey;
  readonly contextKeys: readonly string[];
  readonly expiresAtMs: number;
  /** Opened with a valid hash. One that is not proven ends when its environment demands hashes. */
  readonly isProven: boolean;
};

export const SESSION_HOURS = 15 * 24;

/** Whether the session itself is over; any other error, such as an outage of the database, says nothing about it. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof AppError && error.code === "unauthorized";
}

/** One sentence for all reasons, so that a refusal reveals nothing about other subscribers and environments. */
export function sessionRefused(): AppError {
  return new AppError(
    "unauthorized",
    "The subscriberHash or the token of the session is missing or not valid",
  );
}
