import { updateCredentials as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { replaceCredentials as rule } from "../channel-settings.ts";
import { changeCredentials } from "./change-credentials.ts";
import { toSubscriber } from "./subscriber-wire.ts";

export const updateCredentials = (api: Api) =>
  endpoint(operation, async ({ database, environment, params: { subscriberId: subscriberKey }, body }) => {
    const subscriber = await changeCredentials({ ...api, database }, environment, {
      subscriberKey,
      bodies: [body],
      rule,
    });
    return toSubscriber(subscriber, environment, api.brand);
  });
