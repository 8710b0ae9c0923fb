import { isJsonObject, type JsonObject } from "../../foundation/json.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import type { InboxMessage } from "../inbox-message.ts";
import { toInboxNotification } from "../inbox-wire.ts";
import type { LiveEvent } from "./live-event.ts";

/** The event of a new message, or of one that has returned. */
export function toReceived(
  message: InboxMessage,
  shown: Parameters<typeof toInboxNotification>[1],
): LiveEvent {
  const notification = toInboxNotification(message, shown);
  return { event: "notification_received", notification, record: toRecord(message, notification) };
}

/** The message as Novu's web sockets send it: the record of the database, with `cta` always an object. */
function toRecord(
  message: InboxMessage,
  { to, workflow, severity, ...notification }: ReturnType<typeof toInboxNotification>,
): JsonObject {
  const { deliveredAt, readAt, firstSeenAt, archivedAt, snoozedUntil, createdAt, tags } = notification;
  const { avatar, subject, data } = message;
  const record = {
    _id: message.id,
    transactionId: message.transactionId,
    content: notification.body,
    read: notification.isRead,
    seen: notification.isSeen,
    archived: notification.isArchived,
    channel: "in_app",
    createdAt,
    subscriber: { ...to, _id: to.id },
    cta: isJsonObject(message.cta) ? message.cta : {},
    severity,
    ...omitEmpty({ subject, avatar, data, tags, deliveredAt, snoozedUntil, firstSeenDate: firstSeenAt }),
    ...omitEmpty({ lastReadDate: readAt, archivedAt, workflow }),
  };
  return record as unknown as JsonObject;
}
