import { updateTopicSubscription as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { changeMember } from "../change-member.ts";
import { requestedRules } from "../choose-workflows.ts";
import { findRules } from "../subscription-rule-store.ts";
import { namedMember, subscriptionNotFound } from "./named-member.ts";
import { fromPreferences, readPreferences } from "./subscription-preference-wire.ts";
import { toSubscription } from "./topic-wire.ts";

export const updateTopicSubscription = endpoint(
  operation,
  async ({ database, environment, params, body }) => {
    const { name, preferences: given } = body;
    const { member, topic } = await namedMember(database, environment.id, params);
    const requested = given && fromPreferences(given);
    const rules = requested && (await requestedRules(database, environment.id, requested));
    const changed = await changeMember(database, environment.id, { member, name, rules });
    if (!changed) throw subscriptionNotFound(params);
    const { topicId, subscriber } = changed;
    const found = await findRules(database, environment.id, { topicId, subscriberIds: [subscriber.id] });
    const shown = found.get(subscriber.id) ?? {};
    const toPreferences = await readPreferences(database, environment.id, [shown]);
    return { ...toSubscription(changed, topic), preferences: toPreferences(changed.id, shown) };
  },
);
