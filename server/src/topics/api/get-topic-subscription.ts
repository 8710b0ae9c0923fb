import { getTopicSubscription as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { findRules } from "../subscription-rule-store.ts";
import { namedMember } from "./named-member.ts";
import { readPreferences } from "./subscription-preference-wire.ts";
import { toSubscriptionDetails } from "./topic-wire.ts";

export const getTopicSubscription = endpoint(operation, async ({ database, environment, params }) => {
  const { member } = await namedMember(database, environment.id, params);
  const { topicId, subscriber } = member;
  const found = await findRules(database, environment.id, { topicId, subscriberIds: [subscriber.id] });
  const rules = found.get(subscriber.id) ?? {};
  const toPreferences = await readPreferences(database, environment.id, [rules]);
  return { ...toSubscriptionDetails(member), preferences: toPreferences(member.id, rules) };
});
