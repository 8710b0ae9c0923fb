import type { Locator, Page } from "playwright-core";

export const STATUSES = ["all", "unread", "snoozed", "archived"] as const;
/** Which notifications an inbox lists: all = those that are neither archived nor snoozed. */
export type ListStatus = (typeof STATUSES)[number];

/** What a button on a notification does. */
export type ItemAction = "read" | "unread" | "archive" | "unarchive" | "snooze" | "unsnooze";

/** What the menu of the list does to all listed notifications. */
export type BulkAction = "readAll" | "archiveAll" | "archiveRead";

/**
 * An inbox in a page, as a person uses it; the same stories run against each implementation. A notification is
 * named by its subject.
 */
export type InboxPage = {
  readonly page: Page;
  /** Opens the list by the bell. */
  open(): Promise<void>;
  /** Whether the bell shows that there are unread notifications. */
  isMarked(): Promise<boolean>;
  /** The subjects of the listed notifications, the newest first. */
  subjects(): Promise<string[]>;
  unreadSubjects(): Promise<string[]>;
  /** Whether the open list was read and says that it has no notification. */
  isEmpty(): Promise<boolean>;
  /** Lists notifications that arrived while the list was open, if the inbox waits for a press before it does. */
  showNew(): Promise<void>;
  item(subject: string): Locator;
  /** Presses a button of the notification; `snooze` is for an hour. */
  act(subject: string, action: ItemAction): Promise<void>;
  /** Presses the notification itself. */
  press(subject: string): Promise<void>;
  /** Presses the button with this label. */
  pressButton(subject: string, label: string): Promise<void>;
  scrollToEnd(): Promise<void>;
  tab(label: string): Promise<void>;
  /** The number beside the label of a tab, 0 if there is none. */
  tabCount(label: string): Promise<number>;
  show(status: ListStatus): Promise<void>;
  bulk(action: BulkAction): Promise<void>;
  openPreferences(): Promise<void>;
  /** Toggles a channel for all workflows (`null`) or for the one with this name. */
  toggleChannel(workflow: string | null, channel: string): Promise<void>;
  /** Whether the channel is on, as the page shows it. */
  isChannelOn(workflow: string | null, channel: string): Promise<boolean>;
  toggleSchedule(): Promise<void>;
};
