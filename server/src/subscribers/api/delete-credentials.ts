import { deleteCredentials as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { removeCredentials } from "../channel-settings.ts";
import { changeChannels } from "./change-credentials.ts";
import { fromProviderId } from "./subscriber-wire.ts";

export const deleteCredentials = (api: Api) =>
  endpoint(operation, async ({ database, environment, params }) => {
    const providerId = fromProviderId(params.providerId, api.brand);
    await changeChannels(database, environment.id, {
      subscriberKey: params.subscriberId,
      change: (settings) => removeCredentials(settings, providerId),
    });
    return undefined;
  });
