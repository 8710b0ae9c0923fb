import type { Queryable } from "../../database/database.ts";
import { groupBy } from "../../foundation/group-by.ts";
import type { SubscriberId } from "../../foundation/ids.ts";
import type { InboxMessage } from "../inbox-message.ts";
import { NOTHING_UNREAD } from "../inbox-message.ts";
import { readInboxes } from "../inbox-store.ts";
import { toUnreadCount } from "../inbox-wire.ts";
import { readShownWith } from "../show-messages.ts";
import type { Connection, Connections } from "./connections.ts";
import type { LiveCounts } from "./live-event.ts";
import { countInboxes, inboxName } from "./push-store.ts";
import { toReceived } from "./received-wire.ts";
import type { OwnedHint } from "./remote-hints.ts";

type PushParts = { database: Queryable; connections: Connections };

/** Inboxes and messages that are read at once. */
const BATCH = 500;

/**
 * Reads what hints are about and sends it to the connections of this process: new messages, and counts where they differ
 * from those that a connection was sent last. Hints of subscribers who are not connected cost nothing.
 */
export async function pushChanges(
  { database, connections }: PushParts,
  hints: readonly OwnedHint[],
): Promise<void> {
  const connected = hints.filter((hint) => connections.of(hint.environmentId, hint.subscriberId).length > 0);
  for (const [environmentId, own] of groupBy(connected, (hint) => hint.environmentId)) {
    for (let from = 0; from < own.length; from += BATCH) {
      await pushBatch({ database, connections }, environmentId, own.slice(from, from + BATCH));
    }
  }
}

async function pushBatch(
  { database, connections }: PushParts,
  environmentId: string,
  hints: readonly OwnedHint[],
): Promise<void> {
  const subscriberIds = [...new Set(hints.map(({ subscriberId }) => subscriberId))];
  const ids = [...new Set(hints.flatMap(({ messageId }) => messageId ?? []))];
  const [counts, messages] = await Promise.all([
    countInboxes(database, environmentId, subscriberIds),
    readInboxes(database, environmentId, ids.toSorted()),
  ]);
  await pushMessages({ database, connections }, environmentId, messages);
  for (const subscriberId of subscriberIds) {
    for (const connection of connections.of(environmentId, subscriberId)) {
      const own = counts.get(inboxName(subscriberId, connection.session.contextKeys));
      const unreadCount = toUnreadCount(own?.unread ?? NOTHING_UNREAD);
      sendCounts(connection, { unreadCount, unseenCount: own?.unseen ?? 0 });
    }
  }
}

async function pushMessages(
  { database, connections }: PushParts,
  environmentId: string,
  messages: readonly InboxMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const subscriberIds = messages.map(({ subscriberId }) => subscriberId);
  const shown = await readShownWith(database, environmentId, { subscriberIds, messages });
  for (const message of messages) {
    const recipient = shown.recipientOf(message.subscriberId);
    const receivers = connectionsOf(connections, environmentId, message);
    if (!recipient || receivers.length === 0) continue;
    const event = toReceived(message, { recipient, workflowOf: shown.workflowOf });
    for (const connection of receivers) connection.send(event);
  }
}

/** The connections whose inbox shows the message. */
function connectionsOf(
  connections: Connections,
  environmentId: string,
  { subscriberId, contextKeys }: InboxMessage,
): Connection[] {
  const name = inboxName(subscriberId, contextKeys);
  const own = connections.of(environmentId, subscriberId);
  return own.filter(({ session }) => inboxName(subscriberId, session.contextKeys) === name);
}

function sendCounts(connection: Connection, { unreadCount, unseenCount }: LiveCounts): void {
  const { counts: last } = connection;
  connection.counts = { unreadCount, unseenCount };
  if (JSON.stringify(last?.unreadCount) !== JSON.stringify(unreadCount)) {
    connection.send({ event: "unread_count_changed", unreadCount });
  }
  if (last?.unseenCount !== unseenCount) connection.send({ event: "unseen_count_changed", unseenCount });
}

/** The counts of the inbox of a connection. */
export async function readCounts(
  database: Queryable,
  environmentId: string,
  inbox: { subscriberId: SubscriberId; contextKeys: readonly string[] },
): Promise<LiveCounts> {
  const counts = await countInboxes(database, environmentId, [inbox.subscriberId]);
  const own = counts.get(inboxName(inbox.subscriberId, inbox.contextKeys));
  return { unreadCount: toUnreadCount(own?.unread ?? NOTHING_UNREAD), unseenCount: own?.unseen ?? 0 };
}
