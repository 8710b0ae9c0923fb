import type { SubscriberId } from "../foundation/ids.ts";

/** A change in the inbox of a subscriber: its counts, and, with `messageId`, a message that is new or has returned. */
export type InboxHint = { subscriberId: SubscriberId; messageId?: string };

/** Notifies the processes with connections of these subscribers, which then read what has changed. A hint may be lost. */
export type InboxHints = {
  changed(environmentId: string, hints: readonly InboxHint[]): void;
  /** Sends the counts of an inbox to a connection of this process that has just been made. */
  refresh(environmentId: string, subscriberId: SubscriberId): void;
};
