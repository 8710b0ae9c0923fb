import type { Channel, MessageStatus } from "@tidings/contract";
import sql, { join, raw, type Sql } from "sql-template-tag";
import type { SubscriberId, WorkflowId } from "../foundation/ids.ts";
import type { JsonObject } from "../foundation/json.ts";
import { ofTransaction } from "./message-store.ts";

/** All given conditions must match. */
export type MessageFilter = {
  channel?: string;
  ids?: readonly string[];
  subscriberId?: SubscriberId;
  transactionIds?: readonly string[];
  notificationId?: string;
  status?: MessageStatus;
  workflowIds?: readonly WorkflowId[];
  integration?: { id: string; channel: Channel };
  /** Messages with exactly these contexts, in any order. */
  contextKeys?: readonly string[];
  inApp?: FeedFilter;
};

/** In-app messages of a feed, without snoozed ones. */
type FeedFilter = {
  read: boolean | undefined;
  seen: boolean | undefined;
  /** Members that the trigger's payload has. */
  payload: JsonObject | undefined;
};

/**
 * A message that is not sent yet: an attempt failed, or none was possible. The index messages_unsent has the same
 * condition.
 */
const IS_UNSENT = raw(`m.status is null and (m.attempts > 0 or m.next_attempt_at is not null)`);

/** The SQL condition for the messages `m`. */
export function matches(environmentId: string, filter: MessageFilter): Sql {
  // `not in` is hashed once; with an anti-join on this nearly always empty table, a count took twice as long.
  return sql`${matchesStored(environmentId, filter)}
    and m.subscriber_id not in (select e.id from erasures e where e.environment_id = ${environmentId})`;
}

/** The same, also for messages of deleted subscribers that are not erased yet. */
export function matchesStored(environmentId: string, filter: MessageFilter): Sql {
  const { channel, ids, subscriberId, transactionIds, contextKeys, inApp } = filter;
  const conditions = [
    sql`m.environment_id = ${environmentId}`,
    isListed(filter.status),
    sql`m.erased_at is null`,
  ];
  if (ids !== undefined) conditions.push(sql`m.id = any(${ids})`);
  if (inApp) conditions.push(...ofFeed(environmentId, subscriberId, inApp));
  if (channel !== undefined) conditions.push(sql`m.channel = ${channel}`);
  if (subscriberId !== undefined) conditions.push(sql`m.subscriber_id = ${subscriberId}`);
  if (transactionIds !== undefined) conditions.push(ofTransaction(environmentId, transactionIds));
  conditions.push(...ofOrigin(environmentId, filter));
  if (contextKeys) conditions.push(sql`m.contexts = ${hashOfContexts(contextKeys)}`);
  return join(conditions, " and ");
}

function isListed(status: MessageStatus | undefined): Sql {
  if (status === undefined) return sql`(m.status is not null or ${IS_UNSENT})`;
  // As text: a prepared value would hide from PostgreSQL that a partial index fits.
  return status === "warning" ? IS_UNSENT : raw(`m.status = '${status}'`);
}

function ofOrigin(environmentId: string, { notificationId, workflowIds, integration }: MessageFilter): Sql[] {
  const conditions: Sql[] = [];
  if (notificationId !== undefined) conditions.push(sql`m.notification_id = ${notificationId}`);
  if (integration !== undefined) {
    // The index messages_by_integration has no in-app messages: those are read in the order of their channel.
    const { id, channel } = integration;
    conditions.push(sql`m.integration_id = ${id} and m.channel = ${channel}`);
  }
  if (workflowIds !== undefined) conditions.push(ofWorkflows(environmentId, workflowIds));
  return conditions;
}

/** One message after the other: the list is read in its order and ends when the page is full. */
function ofWorkflows(environmentId: string, workflowIds: readonly WorkflowId[]): Sql {
  return sql`(
    select n.workflow_id from notifications n
    where n.environment_id = ${environmentId} and n.id = m.notification_id) = any(${workflowIds})`;
}

/** As messages store it. */
export function hashOfContexts(contextKeys: readonly string[]): Sql {
  return sql`contexts_hash(${[...new Set(contextKeys)].toSorted()}::text[])`;
}

/** A filter by payload compares the newest messages of the subscriber, and not the largest payloads: there is no index. */
const COMPARED_MESSAGES = 1_000;
const COMPARED_BYTES = 64 * 1024;

function ofFeed(
  environmentId: string,
  subscriberId: SubscriberId | undefined,
  { read, seen, payload }: FeedFilter,
): Sql[] {
  const conditions = [sql`m.status = 'sent'`, sql`m.snoozed_until is null`];
  if (read !== undefined) conditions.push(sql`(m.read_at is not null) = ${read}::boolean`);
  if (seen !== undefined) conditions.push(sql`(m.seen_at is not null) = ${seen}::boolean`);
  if (payload) {
    // One message after the other: a join made PostgreSQL compare the payloads of all triggers.
    conditions.push(sql`m.id = any(array(
      select newest.id from messages newest where newest.environment_id = ${environmentId}
        and newest.subscriber_id = ${subscriberId} order by newest.id desc limit ${COMPARED_MESSAGES}))`);
    conditions.push(sql`(
      select coalesce(t.bytes, 0) <= ${COMPARED_BYTES} and t.payload::jsonb @> ${JSON.stringify(payload)}::jsonb
      from notifications n join triggers t on t.environment_id = n.environment_id and t.id = n.trigger_id
      where n.environment_id = m.environment_id and n.id = m.notification_id limit 1)`);
  }
  return conditions;
}
