import type { InboxNotification, UnreadCount } from "../api/inbox-notification.ts";

export const NO_UNREAD: UnreadCount = { total: 0, severity: { high: 0, medium: 0, low: 0, none: 0 } };

/** The count after one notification has changed its state. */
export function countAfter(
  count: UnreadCount,
  before: InboxNotification,
  after: InboxNotification,
): UnreadCount {
  const difference = Number(isUnread(after)) - Number(isUnread(before));
  if (difference === 0) return count;
  const ofSeverity = Math.max(0, count.severity[after.severity] + difference);
  return {
    total: Math.max(0, count.total + difference),
    severity: { ...count.severity, [after.severity]: ofSeverity },
  };
}

const isUnread = (one: InboxNotification) => !one.isRead && !one.isArchived && !one.isSnoozed;
