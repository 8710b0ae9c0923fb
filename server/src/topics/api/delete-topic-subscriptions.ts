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
    const { subscriberIds, identifiers } = namedToLeave(body);
    checkCount(subscriberIds.length + identifiers.length);
    const topic = await namedTopic(database, environment.id, params.topicKey);
    const leaving = { topicId: topic.id, subscriberIds, identifiers };
    const { members, knownSubscriberIds } = await unsubscribe(database, environment.id, leaving);
    const gone = new Set(members.map(({ subscriber }) => subscriber.subscriberId));
    const goneByName = new Set(members.map(({ id, identifier }) => identifier ?? id));
    const known = new Set(knownSubscriberIds);
    return toSubscriptionsResult(
      members.map((member) => toSubscription(member, topic)),
      [
        ...subscriberIds
          .filter((id) => !gone.has(id))
          .map((id) => (known.has(id) ? unknownSubscription(id) : unknownSubscriber(id))),
        ...identifiers.filter((identifier) => !goneByName.has(identifier)).map(unknownSubscription),
      ],
    );
  },
);
