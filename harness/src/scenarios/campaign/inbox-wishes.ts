/** What readers do with notifications, and the state that must be found in the end. */

/** The state of a notification of an inbox. */
export type InboxState = { isRead: boolean; isArchived: boolean; isSnoozed: boolean; isPressed: boolean };

type Wish = {
  /** The last part of the path. */
  path: "read" | "archive" | "snooze";
  /** How long it is snoozed. */
  snoozeMs?: number;
  state: Omit<InboxState, "isPressed">;
};

const FOR_LONG_MS = 24 * 3_600_000;
/** It returns during the campaign. */
const FOR_SHORT_MS = 30_000;

/** All are for a notification that is neither read, archived nor snoozed. */
export const WISHES: readonly Wish[] = [
  { path: "read", state: { isRead: true, isArchived: false, isSnoozed: false } },
  { path: "archive", state: { isRead: true, isArchived: true, isSnoozed: false } },
  { path: "snooze", snoozeMs: FOR_LONG_MS, state: { isRead: false, isArchived: false, isSnoozed: true } },
  { path: "snooze", snoozeMs: FOR_SHORT_MS, state: { isRead: false, isArchived: false, isSnoozed: false } },
];

/** The notifications that are in another state than acknowledged, or missing. */
export function differences(
  wanted: ReadonlyMap<string, InboxState>,
  found: ReadonlyMap<string, InboxState>,
): string[] {
  return [...wanted].flatMap(([id, state]) => {
    const is = found.get(id);
    if (is && textOf(is) === textOf(state)) return [];
    return [`notification ${id} is ${is ? textOf(is) : "missing"}, but ${textOf(state)} was acknowledged`];
  });
}

const textOf = ({ isRead, isArchived, isSnoozed, isPressed }: InboxState): string =>
  [
    isRead ? "read" : "unread",
    ...(isArchived ? ["archived"] : []),
    ...(isSnoozed ? ["snoozed"] : []),
    ...(isPressed ? ["answered"] : []),
  ].join(", ");
