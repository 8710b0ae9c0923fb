import type { SubscriberId } from "../foundation/ids.ts";

/** A change in the inbox of a subscriber: its counts, and, with `messageId`, a message that is new or has returned. */
export type InboxHint = { subscriberId: SubscriberId; messageId?: string };

/** Tells the processes that hold connections of these subscribers to look again. A hint may be lost. */
export type InboxHints = {
  changed(environmentId: string, hints: readonly InboxHint[]): void;
  /** False while nobody is connected anywhere: then hints have no effect. */
  areWanted(): boolean;
};
