import {
  type Notification,
  type NotificationSubscriber,
  type Origin,
  SEVERITIES,
  type Severity,
  toBrand,
} from "@tidings/contract";
import type { Environment } from "../../environments/environment.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import type { Api } from "../../http/endpoint.ts";
import { isCritical } from "../../workflows/workflow.ts";
import type { NotificationRecord } from "../notification-record.ts";
import type { ListedRecipient, StoredNotification } from "../notification-store.ts";
import { shownPayload } from "../shown-payload.ts";
import { toBriefJob, toJob, type WireNames } from "./job-wire.ts";

export function wireNamesOf({ brand, providers }: Pick<Api, "brand" | "providers">): WireNames {
  return { brand, providerName: (id) => providers.find(id)?.displayName };
}

/** Converts the record of one trigger for one subscriber to the wire, with its jobs. */
export function toNotification(
  record: NotificationRecord,
  environment: Environment,
  names: WireNames,
): Notification {
  const { notification, definition, jobs } = record;
  const payload = shownPayload(notification.payload);
  const run = { steps: definition.steps, payload, overrides: notification.overrides };
  const subscriber = notification.recipient ? toRecipient(notification.recipient) : undefined;
  const topics = notification.topics.map(({ id: _topicId, topicKey }) => ({ _topicId, topicKey }));
  return {
    ...idsOf(notification, environment),
    createdAt: notification.createdAt.toISOString(),
    updatedAt: lastChange(record).toISOString(),
    channels: [...new Set(definition.steps.map(({ type }) => type))],
    ...omitEmpty({ subscriber, template: templateOf(record, names), to: namedAs(notification) }),
    ...(topics.length > 0 ? { topics } : {}),
    jobs: jobs.map((job) => toJob(job, run, names)),
    payload,
    tags: definition.tags,
    severity: severityOf(record),
    contextKeys: notification.contextKeys,
    critical: isCritical(definition),
    ...stateOf(record),
  };
}

/** For lists: without payload, execution details and the contents of steps. */
export function toBriefNotification(
  record: NotificationRecord,
  environment: Environment,
  names: WireNames,
): Notification {
  const {
    payload: _payload,
    to: _to,
    topics: _topics,
    ...shown
  } = toNotification({ ...record, jobs: [] }, environment, names);
  const jobs = record.jobs.map((job) => toBriefJob(job, record.definition.steps, names));
  return { ...shown, updatedAt: lastChange(record).toISOString(), jobs, ...stateOf(record) };
}

function stateOf({ notification, definition, jobs, summary }: NotificationRecord) {
  const { state, failedSteps, code } = summary;
  const stepId = definition.steps.find(({ id }) => id === summary.stepId)?.stepKey;
  const needsAttention = failedSteps > 0 || jobs.some(({ nextAttemptAt }) => nextAttemptAt !== null);
  return {
    state,
    failedSteps,
    ...(code === null ? {} : { reason: { code, ...omitEmpty({ stepId }) } }),
    workflowVersion: notification.workflowVersion,
    needsAttention,
  };
}

/** The severity in the trigger overrides the workflow's. */
function severityOf({ notification, definition }: NotificationRecord): Severity {
  const { severity } = notification.overrides;
  return SEVERITIES.find((word) => word === severity) ?? definition.severity;
}

function idsOf(notification: StoredNotification, { id, organizationId }: Environment) {
  return {
    _id: notification.id,
    _environmentId: id,
    _organizationId: organizationId,
    _subscriberId: notification.subscriberId,
    transactionId: notification.transactionId,
    _templateId: notification.workflowId,
    ...omitEmpty({ _digestedNotificationId: notification.digestedInto }),
  };
}

function toRecipient({ id, subscriberKey, ...others }: ListedRecipient): NotificationSubscriber {
  return { _id: id, subscriberId: subscriberKey, ...omitEmpty(others) };
}

function namedAs({ named }: StoredNotification): Notification["to"] {
  return named ? { subscriberId: named.subscriberKey, ...named.profile } : undefined;
}

/** Omitted if the workflow has been deleted. */
function templateOf({ notification, definition }: NotificationRecord, { brand }: WireNames) {
  const { workflowId, workflowKey: identifier } = notification;
  if (identifier === null) return undefined;
  const origin = toBrand(definition.origin, brand) as Origin;
  const trigger = { type: "event" as const, identifier, variables: [] };
  return { _id: workflowId, name: definition.name, origin, triggers: [trigger] };
}

/** A notification changes when one of its jobs does. */
function lastChange({ notification, jobs }: NotificationRecord): Date {
  const moments = jobs.map(({ updatedAt }) => updatedAt.getTime());
  return new Date(Math.max(notification.createdAt.getTime(), ...moments));
}
