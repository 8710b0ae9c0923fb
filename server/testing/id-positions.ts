import type { AnyOperation } from "@tidings/contract";
import type { Path } from "./hostile-draft.ts";
import type { IdKind, World } from "./seeded-world.ts";

/** A position in a request for an id or a search text. */
export type IdPosition = {
  at: Path;
  kind: IdKind;
};

const PARAMS: Record<string, IdKind | "not an id"> = {
  subscriberId: "subscriber",
  topicKey: "topic",
  integrationId: "integration",
  workflowId: "workflow",
  stepId: "step",
  messageId: "message",
  notificationId: "notification",
  transactionId: "transaction",
  providerId: "not an id",
  type: "not an id",
  id: "context",
  identifier: "subscription",
  environmentId: "environment",
  keyId: "apiKey",
  suppressionId: "suppression",
  // A workflow, or a level of preferences.
  parameter: "workflow",
  actionType: "not an id",
  version: "not an id",
};
/** An inbox calls an in-app message a notification. */
const PARAMS_OF_INBOX: typeof PARAMS = { ...PARAMS, notificationId: "inboxMessage" };

const inQuery = (name: string, kind: IdKind): IdPosition => ({ at: ["query", name], kind });
const inBody = (kind: IdKind, ...at: Path): IdPosition => ({ at: ["body", ...at], kind });

const TRIGGER_POSITIONS = [
  ...[inBody("workflow", "name"), inBody("subscriber", "to"), inBody("subscriber", "to", 0)],
  ...[inBody("subscriber", "to", 1, "subscriberId"), inBody("transaction", "transactionId")],
  inBody("subscriber", "actor", "subscriberId"),
];

const IN_SUBSCRIPTION_PREFERENCES = [
  ...[inBody("workflow", "preferences", 0), inBody("workflow", "preferences", 1, "workflowId")],
  inBody("workflow", "preferences", 2, "filter", "workflowIds", 0),
];

/** The positions of ids in query and body, for every contract operation. */
const ELSEWHERE: Record<string, readonly IdPosition[]> = {
  searchSubscribers: [
    ...(["after", "before", "subscriberId"] as const).map((name) => inQuery(name, "subscriber")),
    ...(["email", "name", "phone", "search"] as const).map((name) => inQuery(name, "word")),
  ],
  createSubscriber: [inBody("subscriber", "subscriberId")],
  createSubscribersBulk: [inBody("subscriber", "subscribers", 0, "subscriberId")],
  getSubscriber: [],
  updateSubscriber: [],
  deleteSubscriber: [],
  exportSubscriber: [],
  updateCredentials: [inBody("integration", "integrationIdentifier")],
  appendCredentials: [inBody("integration", "integrationIdentifier")],
  deleteCredentials: [],

  listTopics: [
    ...(["after", "before", "key"] as const).map((name) => inQuery(name, "topic")),
    inQuery("name", "word"),
  ],
  createTopic: [inBody("topic", "key")],
  getTopic: [],
  updateTopic: [],
  deleteTopic: [],
  listTopicSubscriptions: [
    ...[inQuery("after", "subscription"), inQuery("before", "subscription")],
    inQuery("subscriberId", "subscriber"),
  ],
  createTopicSubscriptions: [
    ...[inBody("subscriber", "subscriberIds", 0), inBody("subscriber", "subscriptions", 0)],
    ...[inBody("subscriber", "subscriptions", 0, "subscriberId")],
    inBody("subscription", "subscriptions", 0, "identifier"),
    ...IN_SUBSCRIPTION_PREFERENCES,
  ],
  deleteTopicSubscriptions: [
    inBody("subscriber", "subscriptions", 0),
    inBody("subscription", "subscriptions", 0, "identifier"),
  ],
  getTopicSubscription: [],
  updateTopicSubscription: [inBody("workflow", "preferences", 0, "workflowId")],
  listSubscriberSubscriptions: [
    ...[inQuery("after", "subscription"), inQuery("before", "subscription"), inQuery("key", "topic")],
  ],
  getTopicSubscriber: [],

  listContexts: [...(["after", "before", "id", "search"] as const).map((name) => inQuery(name, "context"))],
  createContext: [inBody("context", "id")],
  getContext: [],
  updateContext: [],
  deleteContext: [],

  getSubscriberPreferences: [],
  updateSubscriberPreferences: [inBody("workflow", "workflowId")],
  updateSubscriberPreferencesBulk: [inBody("workflow", "preferences", 0, "workflowId")],

  // The applicationIdentifier is public: a browser without a secret names any environment.
  createInboxSession: [inBody("subscriber", "subscriber", "subscriberId")],
  listInboxNotifications: [inQuery("after", "inboxMessage"), inQuery("tags", "word")],
  countInboxNotifications: [],
  readInboxNotification: [],
  unreadInboxNotification: [],
  archiveInboxNotification: [],
  unarchiveInboxNotification: [],
  snoozeInboxNotification: [],
  unsnoozeInboxNotification: [],
  completeInboxAction: [],
  revertInboxAction: [],
  deleteInboxNotification: [],
  readInboxNotifications: [inBody("word", "tags", 0, 0)],
  archiveInboxNotifications: [inBody("word", "tags", 0)],
  archiveReadInboxNotifications: [inBody("word", "tags", 0)],
  deleteInboxNotifications: [inBody("word", "tags", 0)],
  listInboxSubscriptions: [],
  createInboxSubscription: [inBody("subscription", "identifier"), ...IN_SUBSCRIPTION_PREFERENCES],
  getInboxSubscription: [inQuery("workflowIds", "workflow"), inQuery("tags", "word")],
  updateInboxSubscription: IN_SUBSCRIPTION_PREFERENCES,
  deleteInboxSubscription: [],
  updateInboxSubscriptionPreference: [],
  seeInboxNotifications: [inBody("inboxMessage", "notificationIds", 0)],

  listInboxPreferences: [inQuery("tags", "word")],
  getInboxGlobalPreference: [],
  updateInboxGlobalPreference: [],
  updateInboxPreference: [],
  updateInboxPreferencesBulk: [inBody("workflow", "preferences", 0, "workflowId")],
  listSubscriberNotifications: [inQuery("after", "inboxMessage"), inQuery("tags", "word")],
  countSubscriberNotifications: [],
  readSubscriberNotification: [],
  unreadSubscriberNotification: [],
  archiveSubscriberNotification: [],
  unarchiveSubscriberNotification: [],
  snoozeSubscriberNotification: [],
  unsnoozeSubscriberNotification: [],
  completeSubscriberAction: [],
  revertSubscriberAction: [],
  deleteSubscriberNotification: [],
  readSubscriberNotifications: [inBody("word", "tags", 0)],
  archiveSubscriberNotifications: [inBody("word", "tags", 0)],
  archiveReadSubscriberNotifications: [inBody("word", "tags", 0)],
  deleteSubscriberNotifications: [inBody("word", "tags", 0)],
  seeSubscriberNotifications: [inBody("inboxMessage", "notificationIds", 0)],
  markMessagesAsV1: [inBody("inboxMessage", "messageId", 0)],
  markMessagesV1: [inBody("inboxMessage", "messageId")],
  markAllMessagesV1: [],
  markMessageActionV1: [],
  getFeedV1: [],
  getUnseenCountV1: [],
  updateOnlineStatusV1: [],

  listIntegrations: [],
  listActiveIntegrations: [],
  listProviders: [],
  createIntegration: [inBody("integration", "identifier"), inBody("environment", "_environmentId")],
  updateIntegration: [inBody("environment", "_environmentId")],
  setPrimaryIntegration: [],
  testIntegration: [],
  closeBreaker: [],
  deleteIntegration: [],

  getMessage: [],
  listMessages: [
    ...[inQuery("subscriberId", "subscriber"), inQuery("transactionId", "transaction")],
    ...[inQuery("notificationId", "notification"), inQuery("workflowId", "workflow")],
    ...[inQuery("integrationId", "integration"), inQuery("after", "message"), inQuery("before", "message")],
  ],
  deleteMessage: [],
  deleteMessagesByTransaction: [],

  createWorkflow: [inBody("workflow", "workflowId"), inBody("step", "steps", 0, "_id")],
  listWorkflows: [inQuery("query", "word"), inQuery("query", "workflow"), inQuery("tags", "word")],
  getWorkflow: [],
  updateWorkflow: [inBody("step", "steps", 0, "_id"), inBody("workflow", "workflowId")],
  patchWorkflow: [],
  deleteWorkflow: [],
  duplicateWorkflow: [inBody("workflow", "workflowId")],
  syncWorkflow: [inBody("environment", "targetEnvironmentId")],
  getWorkflowStep: [],
  previewStep: [],
  listWorkflowVersions: [],
  getWorkflowVersion: [],
  restoreWorkflowVersion: [],

  getNotification: [],
  cancelNotification: [],
  listNotifications: [
    ...[inQuery("templates", "workflow"), inQuery("subscriberIds", "subscriber"), inQuery("search", "word")],
    ...[inQuery("search", "subscriber"), inQuery("search", "transaction"), inQuery("emails", "word")],
    ...[inQuery("transactionId", "transaction"), inQuery("subscriptionId", "subscription")],
    ...[inQuery("workflowIds", "workflow"), inQuery("afterId", "notification")],
    ...[inQuery("beforeId", "notification"), inQuery("notificationIds", "notification")],
  ],

  triggerEvent: TRIGGER_POSITIONS,
  explainTrigger: [...TRIGGER_POSITIONS, inBody("step", "workflow", "steps", 0, "_id")],
  triggerEventsBulk: [
    ...[inBody("workflow", "events", 0, "name"), inBody("subscriber", "events", 0, "to", 0)],
    ...[inBody("transaction", "events", 0, "transactionId"), inBody("workflow", "events", 1, "name")],
  ],
  broadcastEvent: [inBody("workflow", "name"), inBody("transaction", "transactionId")],
  getTriggerReport: [],
  cancelTrigger: [],
  listDeadLetters: [
    ...[inQuery("workflowId", "workflow"), inQuery("subscriberId", "subscriber")],
    ...[inQuery("transactionId", "transaction"), inQuery("integrationId", "integration")],
    inQuery("after", "deadLetter"),
  ],
  replayDeadLetters: [
    ...[inBody("workflow", "filter", "workflowId"), inBody("subscriber", "filter", "subscriberId")],
    ...[inBody("transaction", "filter", "transactionId"), inBody("deadLetter", "ids", 0)],
  ],
  discardDeadLetters: [
    ...[inBody("workflow", "filter", "workflowId"), inBody("subscriber", "filter", "subscriberId")],
    ...[inBody("transaction", "filter", "transactionId"), inBody("deadLetter", "ids", 0)],
  ],
  resendMessage: [],
  retryMessage: [],
  getSystem: [],
  getStatistics: [],
  listSuppressions: [
    ...[inQuery("subscriberId", "subscriber"), inQuery("address", "word"), inQuery("after", "suppression")],
  ],
  deleteSuppression: [],
  listEnvironments: [],
  createEnvironment: [],
  getOwnEnvironment: [],
  updateEnvironment: [],
  deleteEnvironment: [],
  listApiKeys: [],
  createApiKey: [],
  rotateApiKey: [],
  revokeApiKey: [],
  getTestClock: [],
  moveTestClock: [],

  listSubscribersV1: [],
  createSubscriberV1: [
    ...[inBody("subscriber", "subscriberId"), inBody("integration", "channels", 0, "integrationIdentifier")],
  ],
  getSubscriberV1: [],
  updateSubscriberV1: [inBody("integration", "channels", 0, "integrationIdentifier")],
  deleteSubscriberV1: [],
  listPreferencesV1: [],
  listPreferencesOfLevelV1: [],
  updateWorkflowPreferenceV1: [],
  updateGlobalPreferenceV1: [],
  listTopicsV1: [inQuery("key", "topic")],
  createTopicV1: [inBody("topic", "key")],
  getTopicV1: [],
  renameTopicV1: [],
  deleteTopicV1: [],
  addTopicSubscribersV1: [inBody("subscriber", "subscribers", 0)],
  removeTopicSubscribersV1: [inBody("subscriber", "subscribers", 0)],

  healthCheck: [],
  livez: [],
  readyz: [],
};

/** All positions of ids in the operation's request. @throws Error when the operation is not listed here. */
export function idPositions(operation: AnyOperation): IdPosition[] {
  const elsewhere = ELSEWHERE[operation.id];
  if (!elsewhere) throw new Error(`id-positions.ts does not know the operation ${operation.id}`);
  const inPath = Object.keys(operation.params?.properties ?? {}).flatMap((name): IdPosition[] => {
    const kind = (operation.chapter === "Inbox" ? PARAMS_OF_INBOX : PARAMS)[name];
    if (!kind) throw new Error(`id-positions.ts does not know the path parameter ${name}`);
    return kind === "not an id" ? [] : [{ at: ["params", name], kind }];
  });
  return [...inPath, ...elsewhere];
}

/** An id of the same form that does not exist. */
export function neverExisting(id: string, { canary }: World): string {
  const isMade = /^[0-9a-f]{24}$|_[0-9A-Za-z]{16}$/.test(id);
  return isMade ? id.slice(0, -1) + (id.endsWith("1") ? "2" : "1") : id.replace(canary, "nobody");
}
