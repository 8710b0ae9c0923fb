import { updateSubscriber as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { profileOf } from "../subscriber.ts";
import { updateSubscribers } from "../subscriber-store.ts";
import { subscriberNotFound, toSubscriber } from "./subscriber-wire.ts";

export const updateSubscriber = (api: Api) =>
  endpoint(operation, async ({ database, environment, params: { subscriberId: subscriberKey }, body }) => {
    const change = { subscriberKey, profile: profileOf(body) };
    const [changed] = await updateSubscribers(database, environment.id, [change]);
    if (!changed) throw subscriberNotFound(subscriberKey);
    return toSubscriber(changed, environment, api.brand);
  });
