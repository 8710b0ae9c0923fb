import type { Transactional } from "../database/database.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import { removeDeviceTokens } from "./channel-settings.ts";
import { lockSubscriber, saveChannels } from "./subscriber-store.ts";

type InvalidTokens = {
  subscriberKey: SubscriberKey;
  /** The integration whose vendor refused them. */
  integrationId: string;
  tokens: readonly string[];
};

/** Removes device tokens that a vendor will never accept again. A subscriber that was deleted meanwhile has none. */
export async function dropInvalidTokens(
  database: Transactional,
  environmentId: string,
  { subscriberKey, integrationId, tokens }: InvalidTokens,
): Promise<void> {
  await database.transaction(async (tx) => {
    const subscriber = await lockSubscriber(tx, environmentId, subscriberKey);
    if (!subscriber?.channels) return;
    const channels = removeDeviceTokens(subscriber.channels, integrationId, tokens);
    await saveChannels(tx, environmentId, [{ id: subscriber.id, channels }]);
  });
}
