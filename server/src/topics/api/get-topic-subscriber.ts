import { getTopicSubscriber as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { endpoint } from "../../http/endpoint.ts";
import { findMembers } from "../member-store.ts";
import { namedTopic } from "./named-topic.ts";
import { toMembership } from "./topic-wire.ts";

export const getTopicSubscriber = endpoint(
  operation,
  async ({ database, environment, params: { topicKey, subscriberId: subscriberKey } }) => {
    const topic = await namedTopic(database, environment.id, topicKey);
    const named = { topicId: topic.id, subscriberKeys: [subscriberKey] };
    const [member] = await findMembers(database, environment.id, named);
    if (member) return toMembership(member, topic, environment);
    throw new AppError("not_found", `Subscriber ${subscriberKey} is not a member of the topic ${topicKey}`);
  },
);
