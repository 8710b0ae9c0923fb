import sql, { join, type Sql } from "sql-template-tag";
import { type ContextFilter, inContexts } from "../contexts/context-filter-store.ts";
import type { Queryable } from "../database/database.ts";
import type { SubscriberId, SubscriberKey, WorkflowId, WorkflowKey } from "../foundation/ids.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Membership } from "../topics/member-store.ts";
import type { VersionKey } from "../workflows/workflow-store.ts";
import type { NamedRecipient } from "./named-recipient-store.ts";
import type { Notification } from "./notification.ts";
import { hasSeverity, oneOf, type SeverityFilter } from "./severity-filter-store.ts";
import { type StateFilter, stateConditions } from "./state-filter-store.ts";

/** A notification with the content of its trigger, and the names of its workflow and subscriber. */
export type StoredNotification = Notification & {
  createdAt: Date;
  payload: JsonObject;
  overrides: JsonObject;
  /** Topics of its trigger that still exist; empty if the trigger also named the subscriber. */
  topics: { id: string; topicKey: string }[];
  contextKeys: string[];
  /** null if the workflow was deleted. */
  workflowKey: WorkflowKey | null;
  /** null if the subscriber was deleted. */
  recipient: ListedRecipient | null;
  /** The recipient as in the trigger; null if that is not known any more. */
  named: NamedRecipient | null;
};

/** The subscriber of a notification. */
export type ListedRecipient = {
  id: SubscriberId;
  subscriberKey: SubscriberKey;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
};

/** All given conditions must match. */
export type NotificationFilter = {
  /** The notifications' own ids. */
  ids?: readonly string[];
  workflowIds?: readonly WorkflowId[];
  versions?: readonly VersionKey[];
  subscriberIds?: readonly SubscriberId[];
  transactionIds?: readonly string[];
  /** Matches the transaction, or any of these subscribers. */
  search?: { transactionId: string; subscriberIds: readonly SubscriberId[] };
  severity?: SeverityFilter;
  contexts?: ContextFilter;
  /** Matches notifications that were caused by one of these memberships. */
  memberships?: readonly Membership[];
  /** A topic named in the trigger. */
  topicKey?: string;
  after?: Date;
  before?: Date;
} & StateFilter;

/** The SQL condition for the notifications `n`. */
export function matches(environmentId: string, filter: NotificationFilter): Sql {
  const { ids: own, workflowIds, versions, subscriberIds, transactionIds, search, after, before } = filter;
  const { severity, contexts, memberships, topicKey } = filter;
  const conditions = [sql`n.environment_id = ${environmentId}`];
  if (own) conditions.push(sql`n.id = any(${own})`);
  if (workflowIds) conditions.push(ofWorkflows(workflowIds));
  if (versions) conditions.push(oneOf(versions));
  if (subscriberIds) conditions.push(sql`n.subscriber_id = any(${subscriberIds})`);
  if (transactionIds) conditions.push(ofTransactions(environmentId, transactionIds));
  if (search) {
    const { transactionId, subscriberIds: ids } = search;
    conditions.push(
      sql`(${ofTransactions(environmentId, [transactionId])} or n.subscriber_id = any(${ids}))`,
    );
  }
  if (severity) conditions.push(hasSeverity(environmentId, severity));
  if (contexts) conditions.push(inContexts(environmentId, contexts));
  if (memberships) conditions.push(cameThrough(environmentId, memberships));
  if (topicKey) conditions.push(ofTrigger(environmentId, namesTopic(topicKey)));
  if (after) conditions.push(sql`n.created_at >= ${after}`);
  if (before) conditions.push(sql`n.created_at <= ${before}`);
  conditions.push(...stateConditions(environmentId, filter));
  return join(conditions, " and ");
}

/** For one workflow, an index has its notifications in their order; for a list with one workflow, PostgreSQL does not see that. */
function ofWorkflows(ids: readonly WorkflowId[]): Sql {
  return ids.length === 1 ? sql`n.workflow_id = ${ids[0]}` : sql`n.workflow_id = any(${ids})`;
}

/** The SQL condition for the notifications `n` of these transactions. */
export function ofTransactions(environmentId: string, transactionIds: readonly string[]): Sql {
  return ofTrigger(environmentId, sql`t.transaction_id = any(${transactionIds})`);
}

/** A subscriber has few notifications, so the trigger of each is looked up by its key. */
function cameThrough(environmentId: string, memberships: readonly Membership[]): Sql {
  const each = memberships.map(
    ({ subscriberId, topicKey, since }) => sql`(
      n.subscriber_id = ${subscriberId} and n.created_at >= ${since} and exists (
        select from triggers t
        where t.environment_id = ${environmentId} and t.id = n.trigger_id and ${namesTopic(topicKey)}))`,
  );
  return sql`(${join(each, " or ")})`;
}

/**
 * The triggers are found first, as an array: few have topics, and they have their own index. With a join, PostgreSQL
 * read
 * all notifications and looked up the trigger of each (384 ms to find ten of a million).
 */
function ofTrigger(environmentId: string, condition: Sql): Sql {
  return sql`n.trigger_id = any(array(
    select t.id from triggers t where t.environment_id = ${environmentId} and ${condition}))`;
}

function namesTopic(topicKey: string): Sql {
  return sql`t.topics::text <> '[]' and exists (
    select from json_array_elements(t.topics) as topic where topic ->> 'topicKey' = ${topicKey})`;
}

/** The subscribers with one of these keys or e-mail addresses. */
export async function findRecipientIds(
  database: Queryable,
  environmentId: string,
  known: { subscriberKeys: readonly SubscriberKey[]; emails: readonly string[] },
): Promise<SubscriberId[]> {
  const rows = await database.queryPlanned<{ id: SubscriberId }>(sql`
    select s.id from subscribers s
    where s.environment_id = ${environmentId} and s.subscriber_id = any(${known.subscriberKeys})
    union
    select s.id from unnest(${known.emails}::text[]) as x(email) join subscribers s on s.email = x.email
    where s.environment_id = ${environmentId}`);
  return rows.map(({ id }) => id);
}

/** The workflow versions that have a step of one of these types, and one of these severities, where given. */
export async function findVersionKeys(
  database: Queryable,
  environmentId: string,
  criteria: { stepTypes?: readonly string[]; severities?: readonly string[] },
): Promise<VersionKey[]> {
  const conditions = [sql`true`];
  if (criteria.severities) conditions.push(sql`v.definition ->> 'severity' = any(${criteria.severities})`);
  if (criteria.stepTypes) {
    conditions.push(sql`exists (select from json_array_elements(v.definition -> 'steps') as step
      where step ->> 'type' = any(${criteria.stepTypes}))`);
  }
  return database.queryPlanned<VersionKey>(sql`
    select v.workflow_id as "workflowId", v.version from workflow_versions v
    where v.environment_id = ${environmentId} and ${join(conditions, " and ")}`);
}
