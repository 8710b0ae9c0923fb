import { updateTopicSubscription as operation } from "@tidings/contract";
import { invalidField } from "../../foundation/app-error.ts";
import { endpoint } from "../../http/endpoint.ts";
import { renameMember } from "../member-store.ts";
import { namedMember, subscriptionNotFound } from "./named-member.ts";
import { toSubscription } from "./topic-wire.ts";

export const updateTopicSubscription = endpoint(
  operation,
  async ({ database, environment, params, body }) => {
    const { name, preferences = [] } = body;
    if (preferences.length > 0) throw invalidField("preferences", NO_PREFERENCES);
    const { member, topic } = await namedMember(database, environment.id, params);
    if (name === undefined) return toSubscription(member, topic);
    const change = { topicId: topic.id, id: member.id, name };
    const renamed = await renameMember(database, environment.id, change);
    if (!renamed) throw subscriptionNotFound(params);
    return toSubscription(renamed, topic);
  },
);

const NO_PREFERENCES =
  "preferences of a single subscription are not supported; the subscriber's preferences apply to all of its subscriptions";
