import { getTopicSubscription as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { namedMember } from "./named-member.ts";
import { toSubscriptionDetails } from "./topic-wire.ts";

export const getTopicSubscription = endpoint(operation, async ({ database, environment, params }) => {
  const { member } = await namedMember(database, environment.id, params);
  return toSubscriptionDetails(member);
});
