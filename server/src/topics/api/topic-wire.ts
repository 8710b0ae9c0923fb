import type {
  SubscriptionDetails,
  SubscriptionsResult,
  TopicMembership,
  Topic as TopicOnWire,
  TopicSubscription,
  TopicV1,
} from "@tidings/contract";
import { COUNT_MAX } from "../../database/read-page.ts";
import type { Environment } from "../../environments/environment.ts";
import { AppError } from "../../foundation/app-error.ts";
import type { SubscriberKey } from "../../foundation/ids.ts";
import type { CountedTopic } from "../member-count-store.ts";
import type { Member, Topic } from "../topic.ts";

/** Converts a topic to the wire; fields without a value are omitted. */
export function toTopic({ id, key, name, data, createdAt, updatedAt }: Topic): TopicOnWire {
  return {
    _id: id,
    key,
    ...(name === null ? {} : { name }),
    ...(data === null ? {} : { data }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function toCountedTopic({ memberCount, ...topic }: CountedTopic): TopicOnWire {
  return {
    ...toTopic(topic),
    memberCount: Math.min(memberCount, COUNT_MAX),
    memberCountCapped: memberCount > COUNT_MAX,
  };
}

export function toTopicV1(
  { id, key, name }: Topic,
  subscribers: SubscriberKey[],
  environment: Environment,
): TopicV1 {
  return {
    _id: id,
    _organizationId: environment.organizationId,
    _environmentId: environment.id,
    key,
    ...(name === null ? {} : { name }),
    subscribers,
  };
}

export function toSubscription(member: Member, topic: Topic): TopicSubscription {
  const { id, identifier, name, subscriber, createdAt, updatedAt } = member;
  const { id: _id, subscriberKey: subscriberId, ...known } = subscriber;
  const values = Object.entries(known).filter(([, value]) => value !== null);
  return {
    _id: id,
    identifier: identifier ?? id,
    ...(name === null ? {} : { name }),
    topic: toTopic(topic),
    subscriber: { _id, subscriberId, ...Object.fromEntries(values) },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The details without preferences. */
export function toSubscriptionDetails({
  id,
  identifier,
  name,
}: Member): Omit<SubscriptionDetails, "preferences"> {
  return { id, identifier: identifier ?? id, ...(name === null ? {} : { name }) };
}

type Failures = NonNullable<SubscriptionsResult["errors"]>;

/** The result for each named subscriber; `errors` is omitted if it is empty. */
export function toSubscriptionsResult(data: TopicSubscription[], errors: Failures): SubscriptionsResult {
  const meta = { totalCount: data.length + errors.length, successful: data.length, failed: errors.length };
  return { data, meta, ...(errors.length > 0 ? { errors } : {}) };
}

export function unknownSubscriber(subscriberKey: SubscriberKey): Failures[number] {
  const message = `Subscriber with ID '${subscriberKey}' could not be found.`;
  return { subscriberId: subscriberKey, code: "SUBSCRIBER_NOT_FOUND", message };
}

export function unknownSubscription(named: string): Failures[number] {
  const message = `There is no subscription of '${named}' to the topic.`;
  return { subscriberId: named, code: "SUBSCRIPTION_NOT_FOUND", message };
}

export function toMembership(member: Member, topic: Topic, environment: Environment): TopicMembership {
  return {
    _organizationId: environment.organizationId,
    _environmentId: environment.id,
    _subscriberId: member.subscriber.id,
    _topicId: topic.id,
    topicKey: topic.key,
    externalSubscriberId: member.subscriber.subscriberKey,
  };
}

export function topicNotFound(key: string): AppError {
  return new AppError("not_found", `Topic with key ${key} was not found`);
}
