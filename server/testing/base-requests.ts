import { SCHEDULE } from "./preference-setup.ts";
import type { World } from "./seeded-world.ts";
import { integrationBody, subscriberBody, topicBody, triggerBody, workflowBody } from "./world-bodies.ts";
import { OWN_TOPIC } from "./world-records.ts";

/** A request of one operation that succeeds. */
export type BaseRequest = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

type MakeBase = (world: World, n: number) => BaseRequest;

const CREDENTIALS = {
  providerId: "chat-webhook",
  integrationIdentifier: "i1",
  credentials: {
    webhookUrl: "http://127.0.0.1:9/hook",
    channel: "c",
    deviceTokens: ["d1", "d2"],
    title: "t",
  },
};
/** A context of the triggers in a seeded world. */
const CONTEXT = { type: "region", id: "eu" };
const first = (ids: readonly string[]): string => ids[0] ?? "";

const ofInbox = (own: World["own"]) => ({ notificationId: first(own.inboxMessage) });
const ofSubscriber = ({ shared, own }: World) => ({
  subscriberId: shared.subscriber,
  notificationId: first(own.inboxMessage),
});
const selection = ({ shared, canary }: World, tag: string) => ({
  params: { subscriberId: shared.subscriber },
  body: { tags: [tag], data: dataOf(canary), contextKeys: ["region:eu", "tenant:tenant"] },
});
const INBOX_QUERY = {
  ...{ read: "false", seen: "false", archived: "false", snoozed: "false", tags: "common", severity: "low" },
  ...{ data: "{}", createdGte: "0", createdLte: "4102444800000", limit: "10", offset: "0" },
};
/** What authorizes a write into another environment. */
const target = (apiKey: string) => ({ "target-authorization": `ApiKey ${apiKey}` });
const dataOf = (canary: string) => JSON.stringify({ canary });
const inboxFilters = (canary: string) =>
  JSON.stringify([
    { read: false, seen: false, archived: false, snoozed: false, severity: "low" },
    { tags: [[canary, "common"], ["common"]], severity: ["low", "none"], data: { canary } },
  ]);
const subscriptionPreferences = (workflow: string, canary: string) => [
  workflow,
  { workflowId: "collect", enabled: true, condition: { "==": [{ var: "payload.text" }, canary] } },
  { filter: { workflowIds: [workflow], tags: ["nothing"] }, enabled: false },
];
/** A test clock may be some days ahead. */
const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString();

const trigger = ({ canary }: World, n: number) =>
  triggerBody({
    transactionId: `txn-${n}`,
    to: ["u1", { subscriberId: "u2", firstName: "F", email: "f@example.com", data: { a: [1] } }],
    canary,
  });

/** A request for every contract operation, by id; `n` makes values unique that must differ between requests. */
export const BASE_REQUESTS: Record<string, MakeBase> = {
  searchSubscribers: ({ own }) => ({
    query: {
      limit: "10",
      orderDirection: "ASC",
      orderBy: "_id",
      includeCursor: "true",
      after: own.subscriber[1] ?? "",
      email: "e",
      name: "a",
      phone: "4",
      subscriberId: "o",
      search: "o",
    },
  }),
  createSubscriber: ({ canary }, n) => ({
    query: { failIfExists: "false" },
    body: subscriberBody(`new-${n}`, canary),
  }),
  createSubscribersBulk: ({ canary }, n) => ({
    body: {
      subscribers: [subscriberBody(`new-${n}`, canary), { subscriberId: `new-${n}-b`, firstName: canary }],
    },
  }),
  getSubscriber: ({ shared }) => ({ params: { subscriberId: shared.subscriber } }),
  updateSubscriber: ({ shared, canary }) => {
    const { subscriberId, ...body } = subscriberBody(shared.subscriber, canary);
    return { params: { subscriberId }, body };
  },
  deleteSubscriber: ({ shared }) => ({ params: { subscriberId: shared.subscriber } }),
  exportSubscriber: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    // Before every record.
    query: { after: Buffer.from('["subscriber",""]').toString("base64url") },
  }),
  updateCredentials: ({ shared }) => ({ params: { subscriberId: shared.subscriber }, body: CREDENTIALS }),
  appendCredentials: ({ shared }) => ({ params: { subscriberId: shared.subscriber }, body: CREDENTIALS }),
  deleteCredentials: ({ shared }) => ({
    params: { subscriberId: shared.subscriber, providerId: "chat-webhook" },
  }),

  listTopics: ({ own }) => ({
    query: {
      limit: "10",
      orderDirection: "ASC",
      orderBy: "updatedAt",
      includeCursor: "true",
      after: own.topic[1] ?? "",
      key: "k",
      name: "o",
    },
  }),
  createTopic: ({ canary }, n) => ({ query: { failIfExists: "false" }, body: topicBody(`new-${n}`, canary) }),
  getTopic: ({ shared }) => ({ params: { topicKey: shared.topic } }),
  updateTopic: ({ shared, canary }) => {
    const { key: topicKey, ...body } = topicBody(shared.topic, canary);
    return { params: { topicKey }, body };
  },
  deleteTopic: ({ shared }) => ({ params: { topicKey: shared.topic } }),
  listTopicSubscriptions: ({ shared }) => ({
    params: { topicKey: shared.topic },
    query: { limit: "10", orderDirection: "ASC", includeCursor: "true" },
  }),
  createTopicSubscriptions: ({ shared, canary }) => ({
    params: { topicKey: shared.topic },
    body: {
      name: canary,
      subscriberIds: ["nobody"],
      subscriptions: [{ subscriberId: shared.subscriber, identifier: shared.subscription, name: canary }],
      preferences: subscriptionPreferences(shared.workflow, canary),
    },
  }),
  deleteTopicSubscriptions: ({ shared }) => ({
    params: { topicKey: shared.topic },
    body: { subscriptions: [{ identifier: shared.subscription }] },
  }),
  getTopicSubscription: ({ shared }) => ({
    params: { topicKey: shared.topic, identifier: shared.subscription },
  }),
  updateTopicSubscription: ({ shared, canary }) => ({
    params: { topicKey: shared.topic, identifier: shared.subscription },
    body: { name: `Called ${canary}`, preferences: [{ workflowId: shared.workflow, enabled: false }] },
  }),
  listSubscriberSubscriptions: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    query: { limit: "10", orderDirection: "ASC", includeCursor: "true" },
  }),
  getTopicSubscriber: ({ shared }) => ({
    params: { topicKey: shared.topic, subscriberId: shared.subscriber },
  }),

  listContexts: () => ({
    query: {
      limit: "10",
      orderDirection: "ASC",
      orderBy: "createdAt",
      includeCursor: "true",
      after: "region:eu",
      type: "region",
      search: "e",
    },
  }),
  createContext: ({ canary }, n) => ({ body: { type: "region", id: `new-${n}`, data: { canary } } }),
  getContext: () => ({ params: CONTEXT }),
  updateContext: ({ canary }) => ({ params: CONTEXT, body: { data: { canary, deep: { list: [canary] } } } }),
  deleteContext: () => ({ params: CONTEXT }),

  getSubscriberPreferences: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    query: { criticality: "all" },
  }),
  updateSubscriberPreferences: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    body: { workflowId: shared.workflow, channels: { email: false, in_app: true }, schedule: SCHEDULE },
  }),
  updateSubscriberPreferencesBulk: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    body: {
      preferences: [
        { workflowId: shared.workflow, channels: { email: false } },
        { workflowId: "collect", channels: { in_app: false } },
      ],
    },
  }),

  createInboxSession: ({ own, canary }, n) => ({
    body: {
      applicationIdentifier: first(own.environment),
      subscriber: subscriberBody(`new-${n}`, canary),
      defaultSchedule: SCHEDULE,
      context: { region: "eu", tenant: { id: "tenant", data: { canary } } },
    },
  }),
  listInboxNotifications: () => ({ query: INBOX_QUERY }),
  countInboxNotifications: ({ canary }) => ({ query: { filters: inboxFilters(canary) } }),
  readInboxNotification: ({ own }) => ({ params: ofInbox(own) }),
  unreadInboxNotification: ({ own }) => ({ params: ofInbox(own) }),
  archiveInboxNotification: ({ own }) => ({ params: ofInbox(own) }),
  unarchiveInboxNotification: ({ own }) => ({ params: ofInbox(own) }),
  snoozeInboxNotification: ({ own }) => ({ params: ofInbox(own), body: { snoozeUntil: inAMonth() } }),
  unsnoozeInboxNotification: ({ own }) => ({ params: ofInbox(own) }),
  completeInboxAction: ({ own }) => ({ params: ofInbox(own), body: { actionType: "primary" } }),
  revertInboxAction: ({ own }) => ({ params: ofInbox(own), body: { actionType: "primary" } }),
  deleteInboxNotification: ({ own }) => ({ params: ofInbox(own) }),
  readInboxNotifications: ({ canary }) => ({ body: { tags: [[canary], ["common"]], data: "{}" } }),
  archiveInboxNotifications: ({ canary }) => ({ body: { tags: [canary], data: "{}" } }),
  archiveReadInboxNotifications: ({ canary }) => ({ body: { tags: ["common"], data: dataOf(canary) } }),
  // What this deletes would be gone for the other operations.
  deleteInboxNotifications: ({ canary }) => ({ body: { tags: ["nothing"], data: dataOf(canary) } }),
  listInboxSubscriptions: ({ shared }) => ({ params: { topicKey: shared.topic } }),
  createInboxSubscription: ({ shared, canary }) => ({
    params: { topicKey: shared.topic },
    body: {
      ...{ identifier: "", name: canary, topic: { name: canary } },
      preferences: subscriptionPreferences(shared.workflow, canary),
    },
  }),
  getInboxSubscription: ({ shared }) => ({
    params: { topicKey: shared.topic, identifier: shared.subscription },
    query: { workflowIds: shared.workflow, tags: "nothing" },
  }),
  updateInboxSubscription: ({ shared, canary }) => ({
    params: { topicKey: shared.topic, identifier: shared.subscription },
    body: { name: canary, preferences: subscriptionPreferences(shared.workflow, canary) },
  }),
  deleteInboxSubscription: ({ shared }) => ({
    params: { topicKey: OWN_TOPIC, identifier: `tk_${OWN_TOPIC}:si_${shared.subscriber}` },
  }),
  updateInboxSubscriptionPreference: ({ shared, canary }) => ({
    params: { identifier: shared.subscription, workflowId: shared.workflow },
    body: {
      ...{ enabled: false, email: false, sms: false, in_app: false, chat: false, push: false },
      condition: { "==": [{ var: "payload.text" }, canary] },
    },
  }),
  seeInboxNotifications: ({ own, canary }) => ({
    body: { notificationIds: [first(own.inboxMessage)], tags: ["common"], data: dataOf(canary) },
  }),

  listInboxPreferences: () => ({ query: { tags: "common", severity: "low", criticality: "all" } }),
  getInboxGlobalPreference: () => ({}),
  updateInboxGlobalPreference: () => ({ body: { email: false, tool: true, schedule: SCHEDULE } }),
  updateInboxPreference: ({ shared }) => ({
    params: { workflowId: shared.workflow },
    body: { email: false, in_app: true },
  }),
  updateInboxPreferencesBulk: ({ shared }) => ({
    body: {
      preferences: [
        { workflowId: shared.workflow, email: false },
        { workflowId: "collect", in_app: false },
      ],
    },
  }),
  listSubscriberNotifications: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    query: { ...INBOX_QUERY, contextKeys: "region:eu" },
  }),
  countSubscriberNotifications: ({ shared, canary }) => ({
    params: { subscriberId: shared.subscriber },
    query: { filters: inboxFilters(canary), contextKeys: "region:eu" },
  }),
  readSubscriberNotification: (world) => ({ params: ofSubscriber(world) }),
  unreadSubscriberNotification: (world) => ({ params: ofSubscriber(world) }),
  archiveSubscriberNotification: (world) => ({ params: ofSubscriber(world) }),
  unarchiveSubscriberNotification: (world) => ({ params: ofSubscriber(world) }),
  snoozeSubscriberNotification: (world) => ({
    params: ofSubscriber(world),
    body: { snoozeUntil: inAMonth() },
  }),
  unsnoozeSubscriberNotification: (world) => ({ params: ofSubscriber(world) }),
  completeSubscriberAction: (world) => ({ params: { ...ofSubscriber(world), actionType: "primary" } }),
  revertSubscriberAction: (world) => ({ params: { ...ofSubscriber(world), actionType: "primary" } }),
  // What one door deletes would be gone for the other.
  deleteSubscriberNotification: ({ shared, own }) => ({
    params: { subscriberId: shared.subscriber, notificationId: first(own.doomedInboxMessage) },
  }),
  readSubscriberNotifications: (world) => selection(world, "common"),
  archiveSubscriberNotifications: (world) => selection(world, "common"),
  archiveReadSubscriberNotifications: (world) => selection(world, "common"),
  deleteSubscriberNotifications: (world) => selection(world, "nothing"),
  seeSubscriberNotifications: (world) => {
    const { params, body } = selection(world, "common");
    return { params, body: { ...body, notificationIds: [first(world.own.inboxMessage)] } };
  },
  markMessagesAsV1: ({ shared, own }) => ({
    params: { subscriberId: shared.subscriber },
    body: { messageId: [first(own.inboxMessage)], markAs: "read" },
  }),
  markMessagesV1: ({ shared, own }) => ({
    params: { subscriberId: shared.subscriber },
    body: { messageId: first(own.inboxMessage), mark: { seen: true, read: false } },
  }),
  markAllMessagesV1: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    body: { markAs: "seen" },
  }),
  markMessageActionV1: ({ shared, own, canary }) => ({
    params: { subscriberId: shared.subscriber, messageId: first(own.inboxMessage), type: "primary" },
    body: { status: "done", payload: { canary } },
  }),
  getFeedV1: ({ shared, canary }) => ({
    params: { subscriberId: shared.subscriber },
    query: {
      ...{ page: "0", limit: "10", read: "false", seen: "false" },
      payload: Buffer.from(JSON.stringify({ text: canary })).toString("base64"),
    },
  }),
  getUnseenCountV1: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    query: { seen: "false", limit: "10" },
  }),
  updateOnlineStatusV1: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    body: { isOnline: true },
  }),

  listIntegrations: () => ({}),
  listActiveIntegrations: () => ({}),
  listProviders: () => ({}),
  createIntegration: ({ canary, own }, n) => ({
    body: { ...integrationBody(`new-${n}`, canary), _environmentId: first(own.environment) },
  }),
  updateIntegration: ({ shared, canary, own }) => {
    const { providerId: _, channel: __, ...body } = integrationBody(shared.integration, canary);
    return {
      params: { integrationId: shared.integration },
      body: { ...body, _environmentId: first(own.environment) },
    };
  },
  testIntegration: () => ({ params: { integrationId: "local-outbox" }, body: { to: "ada@example.com" } }),
  closeBreaker: () => ({ params: { integrationId: "local-outbox" } }),
  setPrimaryIntegration: () => ({ params: { integrationId: "local-outbox" } }),
  deleteIntegration: ({ shared }) => ({ params: { integrationId: shared.integration } }),

  getMessage: ({ own }) => ({ params: { messageId: first(own.message) } }),
  listMessages: ({ own, shared }) => ({
    query: {
      channel: "in_app",
      subscriberId: shared.subscriber,
      transactionId: "t1",
      contextKeys: "region:eu",
      notificationId: first(own.notification),
      status: "sent",
      workflowId: shared.workflow,
      integrationId: first(own.integration),
      after: "f".repeat(24),
      includeTotal: "false",
      page: "0",
      limit: "10",
    },
  }),
  deleteMessage: ({ own }) => ({ params: { messageId: first(own.message) } }),
  deleteMessagesByTransaction: ({ shared }) => ({
    params: { transactionId: shared.transaction },
    query: { channel: "email" },
  }),

  createWorkflow: ({ canary }, n) => ({
    query: { dryRun: "false", failIfExists: "false" },
    body: { ...everyStep(canary), workflowId: `new-${n}` },
  }),
  listWorkflows: () => ({
    query: {
      limit: "10",
      offset: "0",
      query: "w",
      orderBy: "name",
      orderDirection: "ASC",
      tags: "common",
      status: "ACTIVE",
    },
  }),
  getWorkflow: ({ shared }) => ({ params: { workflowId: shared.workflow } }),
  updateWorkflow: ({ shared, canary }) => ({
    params: { workflowId: shared.workflow },
    query: { dryRun: "false", migrate: "false" },
    body: everyStep(canary),
  }),
  patchWorkflow: ({ shared, canary }) => {
    const { name, description, tags, active, validatePayload, payloadSchema } = workflowBody("w1", canary);
    return {
      params: { workflowId: shared.workflow },
      body: { name, description, tags, active, validatePayload, payloadSchema },
    };
  },
  deleteWorkflow: ({ shared }) => ({ params: { workflowId: shared.workflow } }),
  duplicateWorkflow: ({ shared, canary }, n) => ({
    params: { workflowId: shared.workflow },
    body: { name: canary, workflowId: `copy-${n}`, description: canary, tags: ["common"] },
  }),
  syncWorkflow: ({ shared, sibling }) => ({
    params: { workflowId: shared.workflow },
    body: { targetEnvironmentId: sibling.id },
    headers: target(sibling.apiKey),
  }),
  listWorkflowVersions: ({ shared }) => ({
    params: { workflowId: shared.workflow },
    query: { after: "9", limit: "10" },
  }),
  getWorkflowVersion: ({ shared }) => ({ params: { workflowId: shared.workflow, version: "1" } }),
  restoreWorkflowVersion: ({ shared }) => ({ params: { workflowId: shared.workflow, version: "1" } }),
  getWorkflowStep: ({ shared }) => ({ params: { workflowId: shared.workflow, stepId: "inbox" } }),
  previewStep: ({ shared, canary }) => ({
    params: { workflowId: shared.workflow, stepId: "inbox" },
    body: {
      controlValues: { subject: "{{ subscriber.firstName }}", body: "{{ payload.text | upcase }}" },
      previewPayload: {
        subscriber: { firstName: canary, data: { a: 1 } },
        payload: { text: canary },
        steps: { collect: { eventCount: 2 } },
        context: { tenant: { id: "acme", data: { a: 1 } } },
      },
    },
  }),

  getNotification: ({ own }) => ({ params: { notificationId: first(own.notification) } }),
  cancelNotification: ({ own }) => ({ params: { notificationId: first(own.notification) } }),
  listNotifications: ({ own }) => ({
    query: {
      channels: "in_app",
      templates: first(own.workflow.slice(-1)),
      emails: "e@example.com",
      search: "u1",
      subscriberIds: "u1",
      severity: "low",
      page: "0",
      limit: "10",
      transactionId: "t1",
      topicKey: "k",
      subscriptionId: "s1",
      after: "2020-01-01T00:00:00.000Z",
      before: "2100-01-01T00:00:00.000Z",
      contextKeys: "c",
      workflowIds: first(own.workflow.slice(-1)),
      state: "waiting",
      attention: "true",
      code: "no_email",
      dueBefore: "2100-01-01T00:00:00.000Z",
      notificationIds: first(own.notification),
      afterId: first(own.notification),
      view: "brief",
    },
  }),

  triggerEvent: (world, n) => ({ body: trigger(world, n) }),
  triggerEventsBulk: (world, n) => ({
    body: { events: [trigger(world, n), { name: "collect", to: "u1", payload: { key: world.canary } }] },
  }),
  broadcastEvent: (world, n) => {
    const { to: _, ...body } = trigger(world, n);
    return { body };
  },
  explainTrigger: (world, n) => ({
    body: { ...trigger(world, n), workflow: everyStep(world.canary), at: "2030-01-01T00:00:00.000Z" },
  }),
  getTriggerReport: ({ shared }) => ({ params: { transactionId: shared.transaction } }),
  cancelTrigger: ({ shared }) => ({ params: { transactionId: shared.waiting } }),
  listDeadLetters: ({ shared }) => ({
    query: {
      channel: "email",
      reason: "expired",
      workflowId: shared.workflow,
      subscriberId: shared.subscriber,
      transactionId: "t1",
      integrationId: "i1",
      diedAfter: "2020-01-01T00:00:00.000Z",
      diedBefore: "2100-01-01T00:00:00.000Z",
      replayed: "false",
      discarded: "false",
      limit: "10",
    },
  }),
  getSystem: () => ({}),
  getStatistics: () => ({ query: { per: "day", by: "workflow" } }),
  listSuppressions: ({ own, canary }) => ({
    query: {
      channel: "email",
      address: `${canary}@bounced.example`,
      limit: "10",
      after: own.suppression[0] ?? "",
    },
  }),
  deleteSuppression: ({ own }) => ({ params: { suppressionId: own.suppression[0] ?? "" } }),
  replayDeadLetters: ({ shared }) => ({
    body: { filter: { workflowId: shared.workflow }, dryRun: false, includeReached: true },
  }),
  discardDeadLetters: ({ shared }) => ({
    body: {
      filter: { workflowId: shared.workflow, diedAfter: "2020-01-01T00:00:00.000Z" },
      dryRun: false,
    },
  }),
  retryMessage: ({ own }) => ({ params: { messageId: first(own.waitingMessage) } }),
  resendMessage: ({ own }) => ({ params: { messageId: first(own.message) } }),
  listEnvironments: () => ({}),
  createEnvironment: ({ own }, n) => ({
    body: {
      name: `New ${n} of ${first(own.environment)}`,
      color: "#7e52f4",
      identifier: `new-${n}-${first(own.environment)}`,
      isTest: true,
      isProtected: false,
    },
  }),
  getOwnEnvironment: () => ({}),
  updateEnvironment: ({ own }, n) => ({
    params: { environmentId: first(own.environment) },
    body: {
      name: `Renamed ${n} of ${first(own.environment)}`,
      color: "#abc",
      identifier: `renamed-${n}-${first(own.environment)}`,
      isProtected: true,
    },
  }),
  deleteEnvironment: ({ own, spareKey }) => ({
    params: { environmentId: first(own.spareEnvironment) },
    headers: target(spareKey),
  }),
  listApiKeys: ({ own }) => ({ params: { environmentId: first(own.environment) } }),
  createApiKey: ({ own, canary }) => ({
    params: { environmentId: first(own.environment) },
    body: { name: canary, scopes: ["read", "trigger"], expiresAt: "2099-01-01T00:00:00.000Z" },
  }),
  rotateApiKey: ({ own }) => ({
    params: { environmentId: first(own.environment), keyId: first(own.apiKey) },
    body: { oldKeyExpiresAt: "2099-01-01T00:00:00.000Z", expiresAt: "2099-01-01T00:00:00.000Z" },
  }),
  revokeApiKey: ({ own }) => ({
    params: { environmentId: first(own.environment), keyId: first(own.apiKey.slice(1)) },
  }),
  getTestClock: () => ({}),
  moveTestClock: () => ({ body: { advance: { amount: 1, unit: "hours" } } }),

  listSubscribersV1: () => ({ query: { page: "0", limit: "10" } }),
  createSubscriberV1: ({ canary }, n) => ({
    body: { ...subscriberBody(`new-${n}`, canary), channels: [CREDENTIALS] },
  }),
  getSubscriberV1: ({ shared }) => ({ params: { subscriberId: shared.subscriber } }),
  updateSubscriberV1: ({ shared, canary }) => {
    const { subscriberId, ...body } = subscriberBody(shared.subscriber, canary);
    return { params: { subscriberId }, body: { ...body, channels: [CREDENTIALS] } };
  },
  // What one form deletes would be gone for the other form.
  deleteSubscriberV1: ({ own }) => ({ params: { subscriberId: first(own.subscriber) } }),
  listPreferencesV1: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    query: { includeInactiveChannels: "false" },
  }),
  listPreferencesOfLevelV1: ({ shared }) => ({
    params: { subscriberId: shared.subscriber, parameter: "template" },
    query: { includeInactiveChannels: "true" },
  }),
  updateWorkflowPreferenceV1: ({ shared }) => ({
    params: { subscriberId: shared.subscriber, parameter: shared.workflow },
    body: { enabled: true, channel: { type: "email", enabled: false } },
  }),
  updateGlobalPreferenceV1: ({ shared }) => ({
    params: { subscriberId: shared.subscriber },
    body: { enabled: true, preferences: [{ type: "email", enabled: false }] },
  }),
  listTopicsV1: ({ shared }) => ({ query: { page: "0", pageSize: "10", key: shared.topic } }),
  createTopicV1: ({ canary }, n) => ({ body: topicBody(`new-${n}`, canary) }),
  getTopicV1: ({ shared }) => ({ params: { topicKey: shared.topic } }),
  renameTopicV1: ({ shared, canary }) => ({
    params: { topicKey: shared.topic },
    body: { name: `Topic ${canary}` },
  }),
  deleteTopicV1: ({ own }) => ({ params: { topicKey: first(own.topic) } }),
  addTopicSubscribersV1: ({ shared }) => ({
    params: { topicKey: shared.topic },
    body: { subscribers: [shared.subscriber, "nobody"] },
  }),
  removeTopicSubscribersV1: ({ shared }) => ({
    params: { topicKey: shared.topic },
    body: { subscribers: [shared.subscriber, "nobody"] },
  }),

  healthCheck: () => ({}),
  livez: () => ({}),
  readyz: () => ({}),
};

/** A workflow with a step of every type. */
function everyStep(canary: string) {
  const { workflowId: _, steps, ...workflow } = workflowBody("w1", canary);
  const text = `{{payload.text | upcase}} ${canary}`;
  const more = [
    { name: "Sms", type: "sms", stepId: "sms", controlValues: { body: text } },
    { name: "Chat", type: "chat", stepId: "chat", controlValues: { body: text } },
    { name: "Push", type: "push", stepId: "push", controlValues: { subject: text, body: text } },
    { name: "Wait", type: "delay", stepId: "wait", controlValues: { amount: 1, unit: "seconds" } },
    {
      name: "Collect",
      type: "digest",
      stepId: "collect",
      controlValues: { amount: 1, unit: "seconds", digestKey: "payload.key" },
    },
  ];
  return { ...workflow, active: false, steps: [...steps, ...more] };
}
