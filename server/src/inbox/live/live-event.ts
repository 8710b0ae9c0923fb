import type { InboxNotification, UnreadCount } from "@tidings/contract";
import type { JsonObject } from "../../foundation/json.ts";

/** What a connection of an inbox is sent. */
export type LiveEvent =
  | {
      event: "notification_received";
      notification: InboxNotification;
      /** The same message in the form of Novu's web sockets. */
      record: JsonObject;
    }
  | { event: "unread_count_changed"; unreadCount: UnreadCount }
  | { event: "unseen_count_changed"; unseenCount: number };

/** The counts of one inbox. */
export type LiveCounts = { unreadCount: UnreadCount; unseenCount: number };
