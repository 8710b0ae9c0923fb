import { type ChannelSettingsInput, createSubscriberV1, updateSubscriberV1 } from "@tidings/contract";
import type { Queryable } from "../../database/database.ts";
import type { Environment } from "../../environments/environment.ts";
import { newId } from "../../foundation/id.ts";
import type { SubscriberId } from "../../foundation/ids.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { replaceCredentials } from "../channel-settings.ts";
import { profileOf, type Subscriber } from "../subscriber.ts";
import { updateSubscribers, upsertSubscriber } from "../subscriber-store.ts";
import { changeCredentialsIn } from "./change-credentials.ts";
import { subscriberNotFound, toSubscriber } from "./subscriber-wire.ts";

/** Both also accept the credentials of chat and push providers; a request is stored completely or not at all. */
export const saveSubscriberV1 = (api: Api) => [
  endpoint(createSubscriberV1, async ({ database, environment, body }) => {
    const id = newId<SubscriberId>(api.clock.now().getTime());
    const fresh = { id, subscriberKey: body.subscriberId, profile: profileOf(body) };
    const saved = await database.transaction(async (tx) => {
      const subscriber = await upsertSubscriber(tx, environment.id, fresh);
      return withChannels(api, tx, { environment, subscriber, channels: body.channels });
    });
    return toSubscriber(saved, environment, api.brand);
  }),
  endpoint(
    updateSubscriberV1,
    async ({ database, environment, params: { subscriberId: subscriberKey }, body }) => {
      const saved = await database.transaction(async (tx) => {
        const change = { subscriberKey, profile: profileOf(body) };
        const [subscriber] = await updateSubscribers(tx, environment.id, [change]);
        if (!subscriber) throw subscriberNotFound(subscriberKey);
        return withChannels(api, tx, { environment, subscriber, channels: body.channels });
      });
      return toSubscriber(saved, environment, api.brand);
    },
  ),
];

type Saved = {
  environment: Environment;
  subscriber: Subscriber;
  channels?: ChannelSettingsInput[] | undefined;
};

function withChannels(
  api: Api,
  tx: Queryable,
  { environment, subscriber, channels = [] }: Saved,
): Promise<Subscriber> | Subscriber {
  if (channels.length === 0) return subscriber;
  const change = { subscriberKey: subscriber.subscriberKey, bodies: channels, rule: replaceCredentials };
  return changeCredentialsIn(api, tx, { environment, ...change });
}
