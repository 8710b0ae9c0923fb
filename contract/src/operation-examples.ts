import type { AnyOperation } from "./operation.ts";

/**
 * Example input of an operation, filled in by the API reference. The names match each other and the environment of the
 * first start, beginning with "create a subscriber"; examples of deletions use separate names.
 */
export type OperationExample = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Placeholders for ids that the service generates. */
export const MADE_IDS = {
  messageId: "6a2f0c5be4b0a1c2d3e4f501",
  notificationId: "6a2f0c5be4b0a1c2d3e4f502",
  environmentId: "6a2f0c5be4b0a1c2d3e4f503",
  /** Another environment of the same organization. */
  otherEnvironmentId: "6a2f0c5be4b0a1c2d3e4f504",
  keyId: "6a2f0c5be4b0a1c2d3e4f505",
  /** In a link to unsubscribe. */
  token: "ai8MW-SwocLT5PUBai8MW-SwocLT5PUCai8MW-SwocLT5PUDx0Yw8Vd2m1aK5rTq9uLzEg",
  suppressionId: "6a2f0c5be4b0a1c2d3e4f506",
  /** An in-app message, which an inbox calls a notification. */
  inboxNotificationId: "6a2f0c5be4b0a1c2d3e4f507",
  oldInboxNotificationId: "6a2f0c5be4b0a1c2d3e4f508",
};

/** Examples of path parameters, by name. */
const PARAMS: Readonly<Record<string, string>> = {
  ...MADE_IDS,
  type: "tenant",
  id: "acme",
  identifier: "ada-of-releases",
  parameter: "welcome",
  subscriberId: "ada",
  topicKey: "releases",
  workflowId: "welcome",
  stepId: "inbox",
  integrationId: "team-chat",
  providerId: "chat-webhook",
  transactionId: "order-1001",
};

const CHAT_ADDRESS = {
  providerId: "chat-webhook",
  integrationIdentifier: "team-chat",
  credentials: { webhookUrl: "https://chat.example.com/hooks/ada" },
};

const ORDER_STEPS = [
  {
    name: "Collect",
    type: "digest",
    stepId: "collect",
    controlValues: { type: "regular", amount: 5, unit: "minutes", digestKey: "payload.customer" },
  },
  {
    name: "Inbox",
    type: "in_app",
    stepId: "inbox",
    controlValues: {
      subject: "{{ steps.collect.eventCount }} orders were sent",
      body: "The last one is {{ payload.order }}.",
      redirect: { url: "https://shop.example.com/orders", target: "_self" },
    },
  },
  {
    name: "Mail",
    type: "email",
    stepId: "mail",
    controlValues: {
      subject: "Your order {{ payload.order }}",
      body: "<p>Hello {{ subscriber.firstName | default: 'friend' }}, it is on its way.</p>",
    },
  },
];

/** Examples of path parameters of the inbox, where they differ. */
const PARAMS_OF_INBOX: Readonly<Record<string, string>> = {
  notificationId: MADE_IDS.inboxNotificationId,
  actionType: "primary",
};
const UNREAD_FILTERS = { filters: '[{"read":false,"snoozed":false}]' };
const SNOOZE = { snoozeUntil: "2030-01-01T09:00:00.000Z" };
const NEWS = { tags: ["news"] };

const WELCOME = { name: "welcome", payload: { text: "Hello from Tidings." } };
const ADA = { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" };

/** Examples by operation id. An operation without body and choices needs none. */
const EXAMPLES: Readonly<Record<string, OperationExample>> = {
  searchSubscribers: { query: { email: "@example.com", limit: "10" } },
  createSubscriber: {
    body: {
      ...ADA,
      lastName: "Lovelace",
      phone: "+4930123456",
      locale: "en-GB",
      timezone: "Europe/London",
      data: { plan: "team" },
    },
  },
  updateSubscriber: { body: { firstName: "Augusta", data: { plan: "team", seats: 5 } } },
  deleteSubscriber: { params: { subscriberId: "bob" } },
  createSubscribersBulk: { body: { subscribers: [ADA, { subscriberId: "bob", firstName: "Bob" }] } },
  deleteSubscriberV1: { params: { subscriberId: "carol" } },
  listPreferencesOfLevelV1: { params: { parameter: "template" } },
  deleteTopicV1: { params: { topicKey: "older-topic" } },
  removeTopicSubscribersV1: { body: { subscribers: ["bob"] } },
  deleteContext: { params: { id: "old-tenant" } },
  createEnvironment: { body: { name: "Production", color: "#7e52f4" } },
  deleteEnvironment: { params: { environmentId: MADE_IDS.otherEnvironmentId } },
  duplicateWorkflow: { body: { name: "Welcome again", workflowId: "welcome-again" } },
  syncWorkflow: { body: { targetEnvironmentId: MADE_IDS.otherEnvironmentId } },
  previewStep: {
    body: { previewPayload: { subscriber: { firstName: "Ada" }, payload: { text: "Hello from Tidings." } } },
  },
  updateCredentials: { body: CHAT_ADDRESS },
  appendCredentials: { body: CHAT_ADDRESS },
  createTopic: { body: { key: "releases", name: "New releases" } },
  updateTopic: { body: { name: "Releases and betas" } },
  deleteTopic: { params: { topicKey: "old-topic" } },
  createTopicSubscriptions: {
    body: {
      subscriptions: [{ subscriberId: "ada", identifier: "ada-of-releases" }],
      preferences: ["welcome"],
    },
  },
  updateTopicSubscription: {
    body: { name: "Ada's releases", preferences: [{ workflowId: "welcome", enabled: false }] },
  },
  deleteTopicSubscriptions: { body: { subscriptions: [{ subscriberId: "ada" }] } },
  updateSubscriberPreferences: { body: { workflowId: "welcome", channels: { email: false, in_app: true } } },
  updateSubscriberPreferencesBulk: {
    body: { preferences: [{ workflowId: "welcome", channels: { email: true } }] },
  },
  createIntegration: {
    body: {
      providerId: "chat-webhook",
      channel: "chat",
      name: "Team chat",
      identifier: "team-chat",
      credentials: { secretKey: "a-secret-of-both-sides" },
      active: true,
    },
  },
  updateIntegration: { body: { name: "Chat of the team", active: true } },
  testIntegration: { body: { to: "ops" } },
  setPrimaryIntegration: { params: { integrationId: "local-outbox" } },
  deleteIntegration: { params: { integrationId: "old-chat" } },
  listMessages: { query: { subscriberId: "ada", limit: "10" } },
  createWorkflow: {
    body: { name: "Order sent", workflowId: "order-sent", active: true, steps: ORDER_STEPS },
  },
  listWorkflows: { query: { limit: "10" } },
  updateWorkflow: {
    params: { workflowId: "order-sent" },
    body: { name: "Order sent", active: true, steps: ORDER_STEPS.slice(1) },
  },
  patchWorkflow: { params: { workflowId: "order-sent" }, body: { active: true, tags: ["orders"] } },
  deleteWorkflow: { params: { workflowId: "old-workflow" } },
  listNotifications: { query: { subscriberIds: "ada", limit: "10" } },
  triggerEvent: { body: { ...WELCOME, to: ADA } },
  triggerEventsBulk: {
    body: {
      events: [
        { ...WELCOME, to: "ada", transactionId: "order-1001" },
        { ...WELCOME, to: { type: "Topic", topicKey: "releases" } },
      ],
    },
  },
  broadcastEvent: { body: WELCOME },
  explainTrigger: { body: { ...WELCOME, to: ADA } },
  listDeadLetters: { query: { limit: "10" } },
  listSuppressions: { query: { channel: "email", limit: "10" } },
  replayDeadLetters: { body: { filter: { channel: "email" }, dryRun: true } },
  createInboxSession: {
    body: { applicationIdentifier: MADE_IDS.environmentId, subscriber: { subscriberId: "ada" } },
  },
  listInboxNotifications: { query: { read: "false", limit: "10" } },
  countInboxNotifications: { query: UNREAD_FILTERS },
  snoozeInboxNotification: { body: SNOOZE },
  completeInboxAction: { body: { actionType: "primary" } },
  revertInboxAction: { body: { actionType: "primary" } },
  readInboxNotifications: { body: NEWS },
  archiveInboxNotifications: { body: NEWS },
  archiveReadInboxNotifications: { body: NEWS },
  deleteInboxNotifications: { body: { tags: ["old-news"] } },
  seeInboxNotifications: { body: { notificationIds: [MADE_IDS.inboxNotificationId] } },
  moveTestClock: { body: { advance: { amount: 1, unit: "hours" } } },
};

/** An operation's example: its own values, otherwise those of its parameter names and its body's schema. */
export function exampleOf({ id, chapter, params, body }: AnyOperation): OperationExample {
  const example = EXAMPLES[id];
  const names = Object.keys((params as { properties?: object } | undefined)?.properties ?? {});
  const known = chapter === "Inbox" ? { ...PARAMS, ...PARAMS_OF_INBOX } : PARAMS;
  const defaults = names.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]]));
  const [schemaExample] = (body as { examples?: unknown[] } | undefined)?.examples ?? [];
  return {
    params: { ...Object.fromEntries(defaults), ...example?.params },
    query: example?.query ?? {},
    ...(body === undefined ? {} : { body: example?.body ?? schemaExample }),
  };
}
