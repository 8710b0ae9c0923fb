import { getSubscriber as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { findSubscriber } from "../subscriber-store.ts";
import { subscriberNotFound, toSubscriber } from "./subscriber-wire.ts";

export const getSubscriber = (api: Api) =>
  endpoint(operation, async ({ database, environment, params: { subscriberId: subscriberKey } }) => {
    const subscriber = await findSubscriber(database, environment.id, subscriberKey);
    if (!subscriber) throw subscriberNotFound(subscriberKey);
    return toSubscriber(subscriber, environment, api.brand);
  });
