import type { Severity } from "@tidings/contract";
import type { SubscriberId, WorkflowId } from "../foundation/ids.ts";
import type { JsonObject } from "../foundation/json.ts";

/** An in-app message as an inbox shows it. */
export type InboxMessage = {
  id: string;
  subscriberId: SubscriberId;
  contextKeys: string[] | null;
  notificationId: string;
  transactionId: string;
  workflowId: WorkflowId;
  subject: string | null;
  content: string | null;
  avatar: string | null;
  cta: JsonObject;
  data: JsonObject | null;
  severity: Severity | null;
  tags: string[] | null;
  seenAt: Date | null;
  firstSeenAt: Date | null;
  readAt: Date | null;
  archivedAt: Date | null;
  snoozedUntil: Date | null;
  deliveredAt: Date[] | null;
  createdAt: Date;
};

/** Unread messages that are not snoozed, by severity. */
export type UnreadCounts = Record<Severity, number>;

export const NOTHING_UNREAD: UnreadCounts = { high: 0, medium: 0, low: 0, none: 0 };

export function totalOf({ high, medium, low, none }: UnreadCounts): number {
  return high + medium + low + none;
}
