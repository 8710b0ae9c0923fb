import { createTopicSubscriptions as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { subscribe } from "../subscribe.ts";
import { checkCount, namedOnce } from "./named-subscriptions.ts";
import { toSubscription, toSubscriptionsResult, unknownSubscriber } from "./topic-wire.ts";

export const createTopicSubscriptions = (api: Api) =>
  endpoint(operation, async ({ database, environment, params: { topicKey }, body }) => {
    const joining = namedOnce(body);
    checkCount(joining.length);
    const nowMs = api.clock.now().getTime();
    const request = { topicKey, topicName: body.name, joining, nowMs };
    const { topic, members } = await subscribe(database, environment.id, request);
    const memberOf = new Map(members.map((member) => [member.subscriber.subscriberKey, member]));
    const keys = joining.map(({ subscriberKey }) => subscriberKey);
    return toSubscriptionsResult(
      keys.flatMap((key) => memberOf.get(key) ?? []).map((member) => toSubscription(member, topic)),
      keys.filter((key) => !memberOf.has(key)).map(unknownSubscriber),
    );
  });
