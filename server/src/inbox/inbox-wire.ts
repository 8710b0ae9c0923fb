import type { InboxNotification, UnreadCount } from "@tidings/contract";
import { isJsonObject, type Json, type JsonObject } from "../foundation/json.ts";
import { omitEmpty } from "../foundation/omit-empty.ts";
import type { WorkflowOutline } from "../preferences/workflow-outline-store.ts";
import { isSafeLink } from "../workflows/link.ts";
import { isCritical } from "../workflows/workflow.ts";
import { type InboxMessage, totalOf, type UnreadCounts } from "./inbox-message.ts";
import type { Recipient } from "./recipient-store.ts";
import type { ShownWith } from "./show-messages.ts";

/** A recipient and the workflows of its messages. */
type Shown = Pick<ShownWith, "workflowOf"> & { recipient: Recipient };

export function toInboxNotification(message: InboxMessage, shown: Shown): InboxNotification {
  const { cta, tags, data, severity, subject, avatar } = message;
  const workflow = shown.workflowOf(message.workflowId);
  return {
    id: message.id,
    transactionId: message.transactionId,
    body: message.content ?? "",
    to: toRecipient(shown.recipient),
    channelType: "in_app",
    severity: severity ?? "none",
    ...statesOf(message),
    ...omitEmpty({ subject, avatar, tags, data }),
    ...omitEmpty({
      primaryAction: actionOf(cta, "primary"),
      secondaryAction: actionOf(cta, "secondary"),
      redirect: redirectOf(cta.data),
      workflow: workflow && toWorkflow(workflow),
    }),
  };
}

function toRecipient({ id, subscriberKey, firstName, lastName, avatar }: Recipient): InboxNotification["to"] {
  return { id, subscriberId: subscriberKey, ...omitEmpty({ firstName, lastName, avatar }) };
}

function statesOf(message: InboxMessage) {
  const { createdAt, readAt, seenAt, archivedAt, snoozedUntil, firstSeenAt, deliveredAt } = message;
  return {
    createdAt: createdAt.toISOString(),
    isRead: readAt !== null,
    isSeen: seenAt !== null,
    isArchived: archivedAt !== null,
    isSnoozed: snoozedUntil !== null,
    ...omitEmpty({
      readAt: readAt?.toISOString(),
      firstSeenAt: (firstSeenAt ?? seenAt)?.toISOString(),
      archivedAt: archivedAt?.toISOString(),
      snoozedUntil: snoozedUntil?.toISOString(),
      deliveredAt: deliveredAt?.map((moment) => moment.toISOString()),
    }),
  };
}

function toWorkflow(workflow: WorkflowOutline): NonNullable<InboxNotification["workflow"]> {
  const { id, workflowKey: identifier, name, tags, severity } = workflow;
  return { id, identifier, name, critical: isCritical(workflow), tags, severity };
}

function actionOf(cta: JsonObject, type: "primary" | "secondary"): InboxNotification["primaryAction"] {
  const action = isJsonObject(cta.action ?? null) ? (cta.action as JsonObject) : {};
  const buttons = Array.isArray(action.buttons) ? action.buttons.filter(isJsonObject) : [];
  const button = buttons.find((one) => one.type === type);
  if (!button) return undefined;
  const isCompleted = action.status === "done" && isJsonObject(action.result) && action.result.type === type;
  return { label: String(button.content ?? ""), isCompleted, ...omitEmpty({ redirect: redirectOf(button) }) };
}

/** Links are also checked here, because older versions may have stored others. */
function redirectOf(link: Json | undefined): InboxNotification["redirect"] {
  if (!isJsonObject(link) || typeof link.url !== "string" || !isSafeLink(link.url)) return undefined;
  const { url, target } = link as {
    url: string;
    target?: NonNullable<InboxNotification["redirect"]>["target"];
  };
  return { url, ...omitEmpty({ target }) };
}

export function toUnreadCount(counts: UnreadCounts): UnreadCount {
  return { total: totalOf(counts), severity: { ...counts } };
}
