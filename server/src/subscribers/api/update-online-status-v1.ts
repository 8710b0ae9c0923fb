import { updateOnlineStatusV1 as operation } from "@tidings/contract";
import { invalidField } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { saveOnlineStatus } from "../subscriber-store.ts";
import { subscriberNotFound, toSubscriber } from "./subscriber-wire.ts";

export const updateOnlineStatusV1 = (api: Pick<Api, "brand">) =>
  endpoint(operation, async ({ database, environment, params: { subscriberId: subscriberKey }, body }) => {
    const isOnline = body.isOnline ?? body.online;
    if (isOnline === undefined) throw invalidField("isOnline", "isOnline must be true or false");
    const subscriber = await saveOnlineStatus(database, environment.id, { subscriberKey, isOnline });
    if (!subscriber) throw subscriberNotFound(subscriberKey);
    return toSubscriber(subscriber, environment, api.brand);
  });
