import { createTopicSubscriptions as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { requestedRules } from "../choose-workflows.ts";
import { subscribe } from "../subscribe.ts";
import { findRules } from "../subscription-rule-store.ts";
import { checkCount, namedOnce } from "./named-subscriptions.ts";
import { fromPreferences, readPreferences } from "./subscription-preference-wire.ts";
import { toSubscription, toSubscriptionsResult, unknownSubscriber } from "./topic-wire.ts";

export const createTopicSubscriptions = (api: Api) =>
  endpoint(operation, async ({ database, environment, params: { topicKey }, body }) => {
    const joining = namedOnce(body);
    checkCount(joining.length);
    const requested = body.preferences && fromPreferences(body.preferences);
    const rules = requested && (await requestedRules(database, environment.id, requested));
    const nowMs = api.clock.now().getTime();
    const request = { topicKey, topicName: body.name, joining, isProven: true, rules, nowMs };
    const { topic, members } = await subscribe(database, environment.id, request);
    const subscriberIds = members.map(({ subscriber }) => subscriber.id);
    const rulesOf = await findRules(database, environment.id, { topicId: topic.id, subscriberIds });
    const toPreferences = await readPreferences(database, environment.id, [...rulesOf.values()]);
    const memberOf = new Map(members.map((member) => [member.subscriber.subscriberKey, member]));
    const keys = joining.map(({ subscriberKey }) => subscriberKey);
    return toSubscriptionsResult(
      keys
        .flatMap((key) => memberOf.get(key) ?? [])
        .map((member) => {
          const preferences = toPreferences(member.id, rulesOf.get(member.subscriber.id));
          return { ...toSubscription(member, topic), preferences };
        }),
      keys.filter((key) => !memberOf.has(key)).map(unknownSubscriber),
    );
  });
