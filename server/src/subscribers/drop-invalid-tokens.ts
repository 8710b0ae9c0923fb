import type { Transactional } from "../database/database.ts";
import type { SubscriberKey } from "../foundation/ids.ts";
import { removeDeviceTokens } from "./channel-settings.ts";
import { type GoneTokens, registrationsOf, tokensToRemove } from "./device-registrations.ts";
import type { ChannelSetting } from "./subscriber.ts";
import { lockSubscriber, saveChannels } from "./subscriber-store.ts";

type InvalidTokens = GoneTokens & {
  subscriberKey: SubscriberKey;
  /** The integration whose vendor refused them. */
  integrationId: string;
  /** The subscriber's settings before the call of the vendor. */
  settings: readonly ChannelSetting[];
};

/**
 * Removes device tokens that a vendor will never accept again, unless they were registered again. A subscriber that was deleted
 * meanwhile has none.
 * @returns the removed ones.
 */
export async function dropInvalidTokens(
  database: Transactional,
  environmentId: string,
  { subscriberKey, integrationId, settings, ...gone }: InvalidTokens,
): Promise<readonly string[]> {
  const settingOf = (all: readonly ChannelSetting[] | null | undefined) =>
    all?.find((setting) => setting.integrationId === integrationId);
  return database.transaction(async (tx) => {
    const subscriber = await lockSubscriber(tx, environmentId, subscriberKey);
    const known = registrationsOf(settingOf(settings));
    const current = registrationsOf(settingOf(subscriber?.channels));
    const removed = tokensToRemove(gone, { known, current });
    if (!subscriber?.channels || removed.length === 0) return [];
    const channels = removeDeviceTokens(subscriber.channels, integrationId, removed);
    await saveChannels(tx, environmentId, [{ id: subscriber.id, channels }]);
    return removed;
  });
}
