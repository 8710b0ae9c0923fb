import {
  addTopicSubscribersV1,
  type BodyOf,
  createSubscriberV1,
  createTopicV1,
  deleteSubscriberV1,
  deleteTopicV1,
  getFeedV1,
  getSubscriberV1,
  getTopicV1,
  getUnseenCountV1,
  listPreferencesOfLevelV1,
  listPreferencesV1,
  listSubscribersV1,
  listTopicsV1,
  markAllMessagesV1,
  markMessageActionV1,
  markMessagesAsV1,
  markMessagesV1,
  type QueryOf,
  removeTopicSubscribersV1,
  renameTopicV1,
  type SubscriberChangesV1,
  type SubscriberInputV1,
  updateGlobalPreferenceV1,
  updateOnlineStatusV1,
  updateSubscriberV1,
  updateWorkflowPreferenceV1,
} from "@tidings/contract";
import type { Call } from "./call.ts";

export type V1 = ReturnType<typeof v1>;

/** The older v1 operations, for programs that migrate from older clients. Prefer the other nouns. */
export const v1 = (call: Call) => ({
  listSubscribers: (query: QueryOf<typeof listSubscribersV1> = {}) => call(listSubscribersV1, { query }),
  createSubscriber: (body: SubscriberInputV1) => call(createSubscriberV1, { body }),
  getSubscriber: (subscriberId: string) => call(getSubscriberV1, { params: { subscriberId } }),
  updateSubscriber: (subscriberId: string, body: SubscriberChangesV1) =>
    call(updateSubscriberV1, { params: { subscriberId }, body }),
  deleteSubscriber: (subscriberId: string) => call(deleteSubscriberV1, { params: { subscriberId } }),
  listPreferences: (subscriberId: string, query: QueryOf<typeof listPreferencesV1> = {}) =>
    call(listPreferencesV1, { params: { subscriberId }, query }),
  listPreferencesOfLevel: (subscriberId: string, parameter: "global" | "template") =>
    call(listPreferencesOfLevelV1, { params: { subscriberId, parameter } }),
  /** `workflowId` is the workflow's internal id, identifier or slug. */
  updateWorkflowPreference: (
    subscriberId: string,
    workflowId: string,
    body: BodyOf<typeof updateWorkflowPreferenceV1>,
  ) => call(updateWorkflowPreferenceV1, { params: { subscriberId, parameter: workflowId }, body }),
  updateGlobalPreference: (subscriberId: string, body: BodyOf<typeof updateGlobalPreferenceV1>) =>
    call(updateGlobalPreferenceV1, { params: { subscriberId }, body }),
  listTopics: (query: QueryOf<typeof listTopicsV1> = {}) => call(listTopicsV1, { query }),
  createTopic: (body: BodyOf<typeof createTopicV1>) => call(createTopicV1, { body }),
  getTopic: (topicKey: string) => call(getTopicV1, { params: { topicKey } }),
  renameTopic: (topicKey: string, name: string) =>
    call(renameTopicV1, { params: { topicKey }, body: { name } }),
  deleteTopic: (topicKey: string) => call(deleteTopicV1, { params: { topicKey } }),
  addTopicSubscribers: (topicKey: string, subscribers: string[]) =>
    call(addTopicSubscribersV1, { params: { topicKey }, body: { subscribers } }),
  removeTopicSubscribers: (topicKey: string, subscribers: string[]) =>
    call(removeTopicSubscribersV1, { params: { topicKey }, body: { subscribers } }),
  ...messages(call),
});

const messages = (call: Call) => ({
  markMessagesAs: (subscriberId: string, body: BodyOf<typeof markMessagesAsV1>) =>
    call(markMessagesAsV1, { params: { subscriberId }, body }),
  /** As `@novu/node` does: with one flag for each state. */
  markMessages: (subscriberId: string, body: BodyOf<typeof markMessagesV1>) =>
    call(markMessagesV1, { params: { subscriberId }, body }),
  /** @returns how many were changed. */
  markAllMessages: (subscriberId: string, markAs: BodyOf<typeof markAllMessagesV1>["markAs"]) =>
    call(markAllMessagesV1, { params: { subscriberId }, body: { markAs } }),
  markMessageAction: (
    subscriberId: string,
    messageId: string,
    type: "primary" | "secondary",
    body: BodyOf<typeof markMessageActionV1>,
  ) => call(markMessageActionV1, { params: { subscriberId, messageId, type }, body }),
  getFeed: (subscriberId: string, query: QueryOf<typeof getFeedV1> = {}) =>
    call(getFeedV1, { params: { subscriberId }, query }),
  getUnseenCount: (subscriberId: string, query: QueryOf<typeof getUnseenCountV1> = {}) =>
    call(getUnseenCountV1, { params: { subscriberId }, query }),
  updateOnlineStatus: (subscriberId: string, isOnline: boolean) =>
    call(updateOnlineStatusV1, { params: { subscriberId }, body: { isOnline } }),
});
