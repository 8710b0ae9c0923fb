/** What happens to messages of an inbox. */
export type InboxChange =
  | { kind: "seen" | "unseen" | "read" | "unread" | "archived" | "unarchived" | "unsnoozed" }
  | { kind: "snoozed"; until: Date };
