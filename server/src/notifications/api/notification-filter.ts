import type { listNotifications, QueryOf } from "@tidings/contract";
import { findContextFilter } from "../../contexts/context-filter-store.ts";
import type { Queryable } from "../../database/database.ts";
import { AppError } from "../../foundation/app-error.ts";
import { subscriberKeyOf, workflowKeyOf } from "../../foundation/ids.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import { momentField } from "../../http/moment-field.ts";
import { findMemberships } from "../../topics/member-store.ts";
import { findWorkflowHeads, findWorkflowIds } from "../../workflows/workflow-store.ts";
import { findRecipientIds, findVersionKeys, type NotificationFilter } from "../notification-store.ts";
import { findSeverityFilter } from "../severity-filter-store.ts";
import type { StateFilter } from "../state-filter-store.ts";

export type ListQuery = QueryOf<typeof listNotifications>;

/** Resolves the query's names to ids; "nothing" if it is clear that no notification can match. */
export async function resolveFilter(
  database: Queryable,
  environmentId: string,
  query: ListQuery,
): Promise<NotificationFilter | "nothing"> {
  const range = rangeOf(query);
  const transactionIds = named(query.transactionId);
  const topicKey = query.topicKey || undefined;
  const [recipients, versions, search, places] = await Promise.all([
    recipientsOf(database, environmentId, query),
    versionsOf(database, environmentId, query),
    searchOf(database, environmentId, query),
    placesOf(database, environmentId, query),
  ]);
  const lists = [recipients.subscriberIds, versions.versions, places.workflowIds, places.memberships];
  if (lists.some((list) => list?.length === 0)) return "nothing";
  const ids = named(query.notificationIds)?.map((id) => id.toLowerCase());
  const words = omitEmpty({ ids, transactionIds, topicKey, ...stateFilterOf(query) });
  return { ...range, ...recipients, ...versions, ...search, ...places, ...words };
}

/** @throws AppError invalid for a text that is no date. */
function stateFilterOf({ state, attention, code, dueBefore }: ListQuery): StateFilter {
  return omitEmpty({
    states: state?.length ? state : undefined,
    attention: attention || undefined,
    codes: code?.length ? code : undefined,
    dueBefore: dueBefore ? momentField("dueBefore", dueBefore) : undefined,
  });
}

/** An empty parameter (`?channels=`) is no filter. */
function named(list: readonly string[] | undefined): readonly string[] | undefined {
  const names = list?.filter((name) => name !== "");
  return names?.length ? names : undefined;
}

/** With both lists, a subscriber must be in both. */
async function recipientsOf(
  database: Queryable,
  environmentId: string,
  query: ListQuery,
): Promise<Pick<NotificationFilter, "subscriberIds">> {
  const subscriberKeys = named(query.subscriberIds)?.map(subscriberKeyOf);
  const emails = named(query.emails);
  if (!subscriberKeys && !emails) return {};
  const [byName, byAddress] = await Promise.all([
    subscriberKeys && findRecipientIds(database, environmentId, { subscriberKeys, emails: [] }),
    emails && findRecipientIds(database, environmentId, { subscriberKeys: [], emails }),
  ]);
  const both = byName && byAddress ? byName.filter((id) => byAddress.includes(id)) : (byName ?? byAddress);
  return both ? { subscriberIds: both } : {};
}

/**
 * Step types and severity are properties of a workflow version, and there are few versions; a severity in the trigger
 * overrides the workflow's.
 */
async function versionsOf(
  database: Queryable,
  environmentId: string,
  query: ListQuery,
): Promise<Pick<NotificationFilter, "versions" | "severity">> {
  const stepTypes = named(query.channels);
  const severities = named(query.severity);
  const [versions, ofSeverity] = await Promise.all([
    stepTypes && findVersionKeys(database, environmentId, { stepTypes }),
    severities && findVersionKeys(database, environmentId, { severities }),
  ]);
  const severity =
    severities && (await findSeverityFilter(database, environmentId, severities, ofSeverity ?? []));
  return omitEmpty({ versions, severity });
}

/** Filters by workflows, contexts and a subscription to a topic. */
async function placesOf(
  database: Queryable,
  environmentId: string,
  query: ListQuery,
): Promise<Pick<NotificationFilter, "workflowIds" | "contexts" | "memberships">> {
  const templates = named(query.templates);
  const contextKeys = named(query.contextKeys);
  const identifiers = named(query.workflowIds)?.map(workflowKeyOf);
  const { subscriptionId } = query;
  const [ofTemplates, heads, contexts, memberships] = await Promise.all([
    templates && findWorkflowIds(database, environmentId, templates),
    identifiers && findWorkflowHeads(database, environmentId, identifiers),
    contextKeys && findContextFilter(database, environmentId, contextKeys),
    subscriptionId ? findMemberships(database, environmentId, subscriptionId) : undefined,
  ]);
  const byName = heads?.map(({ id }) => id);
  const workflowIds =
    ofTemplates && byName ? byName.filter((id) => ofTemplates.includes(id)) : (ofTemplates ?? byName);
  return omitEmpty({ workflowIds, contexts, memberships });
}

async function searchOf(
  database: Queryable,
  environmentId: string,
  { search }: ListQuery,
): Promise<Pick<NotificationFilter, "search">> {
  if (!search) return {};
  const known = { subscriberKeys: [subscriberKeyOf(search)], emails: [search] };
  const subscriberIds = await findRecipientIds(database, environmentId, known);
  return { search: { transactionId: search, subscriberIds } };
}

/** @throws AppError invalid for a text that is no date, bad_request for a range that ends before it begins. */
export function rangeOf({ after, before }: Pick<ListQuery, "after" | "before">): {
  after?: Date;
  before?: Date;
} {
  const range = omitEmpty({
    after: after ? momentField("after", after) : undefined,
    before: before ? momentField("before", before) : undefined,
  });
  if (range.after && range.before && range.after > range.before) {
    throw new AppError(
      "bad_request",
      "Invalid date range: start date (after) must be earlier than end date (before)",
    );
  }
  return range;
}
