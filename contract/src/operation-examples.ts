import { MADE_IDS } from "./example-ids.ts";
import { INBOX_EXAMPLES, PARAMS_OF_INBOX } from "./inbox-examples.ts";
import type { AnyOperation } from "./operation.ts";
import type { OperationExample } from "./operation-example.ts";

/** Examples of path parameters, by name. */
const PARAMS: Readonly<Record<string, string>> = {
  ...MADE_IDS,
  type: "tenant",
  id: "acme",
  identifier: "ada-of-releases",
  parameter: "welcome",
  version: "1",
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
  retryMessage: { params: { messageId: MADE_IDS.waitingMessageId } },
  restoreWorkflowVersion: { params: { workflowId: "order-sent" } },
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
  createInboxSubscription: { body: { identifier: "ada-of-releases", preferences: ["welcome"] } },
  getInboxSubscription: { query: { workflowIds: "welcome" } },
  updateInboxSubscription: { body: { preferences: [{ workflowId: "welcome", enabled: false }] } },
  deleteInboxSubscription: { params: { topicKey: "older-topic", identifier: "tk_older-topic:si_ada" } },
  updateInboxSubscriptionPreference: { body: { enabled: true } },
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
  explainTrigger: { body: { ...WELCOME, to: ADA, at: "2026-12-24T18:00:00Z" } },
  listDeadLetters: { query: { limit: "10" } },
  listSuppressions: { query: { channel: "email", limit: "10" } },
  replayDeadLetters: { body: { filter: { channel: "email" }, dryRun: true } },
  discardDeadLetters: { body: { filter: { reason: "recipient_error" }, dryRun: true } },
  ...INBOX_EXAMPLES,
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
