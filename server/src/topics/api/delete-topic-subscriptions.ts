import { deleteTopicSubscriptions as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { unsubscribe } from "../unsubscribe.ts";
import { checkCount, namedToLeave } from "./named-subscriptions.ts";
import { namedTopic } from "./named-topic.ts";
import {
  toSubscription,
  toSubscriptionsResult,
  unknownSubscriber,
  unknownSubscription,
} from "./topic-wire.ts";

export const deleteTopicSubscriptions = endpoint(
  operation,
  async ({ database, environment, params, body }) => {
    const { subscriberKeys, identifiers } = namedToLeave(body);
    checkCount(subscriberKeys.length + identifiers.length);
    const topic = await namedTopic(database, environment.id, params.topicKey);
    const leaving = { topicId: topic.id, subscriberKeys, identifiers };
    const { members, knownSubscriberKeys } = await unsubscribe(database, environment.id, leaving);
    const gone = new Set(members.map(({ subscriber }) => subscriber.subscriberKey));
    const goneByName = new Set(members.map(({ id, identifier }) => identifier ?? id));
    const known = new Set(knownSubscriberKeys);
    return toSubscriptionsResult(
      members.map((member) => toSubscription(member, topic)),
      [
        ...subscriberKeys
          .filter((key) => !gone.has(key))
          .map((key) => (known.has(key) ? unknownSubscription(key) : unknownSubscriber(key))),
        ...identifiers.filter((identifier) => !goneByName.has(identifier)).map(unknownSubscription),
      ],
    );
  },
);
