import { SCHEDULE } from "../preference-setup.ts";
import type { World } from "../seeded-world.ts";
import { subscriberBody } from "../world-bodies.ts";
import { OWN_TOPIC } from "../world-records.ts";
import { type BaseRequests, dataOf, first, subscriptionPreferences } from "./base-request.ts";

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
const inboxFilters = (canary: string) =>
  JSON.stringify([
    { read: false, seen: false, archived: false, snoozed: false, severity: "low" },
    { tags: [[canary, "common"], ["common"]], severity: ["low", "none"], data: { canary } },
  ]);
/** A test clock may be some days ahead. */
const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString();

/** The inbox, for browsers and with an API key, also under older names. */
export const OF_INBOXES: BaseRequests = {
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
};
