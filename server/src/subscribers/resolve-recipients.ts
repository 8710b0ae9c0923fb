import type { Queryable } from "../database/database.ts";
import { newId } from "../foundation/id.ts";
import type { Integration } from "../integrations/integration.ts";
import { areStorable, integrationFor, replaceCredentials } from "./channel-settings.ts";
import {
  type ChannelCredentials,
  changesSubscriber,
  newSubscriber,
  type Subscriber,
  type SubscriberProfile,
} from "./subscriber.ts";
import { findSubscribers, insertSubscribers, saveChannels, updateSubscribers } from "./subscriber-store.ts";

/** A recipient as the caller tells it. */
export type Told = { subscriberId: string; profile?: SubscriberProfile; channels?: readonly ChannelInput[] };
export type ChannelInput = {
  providerId: string;
  integrationIdentifier?: string;
  credentials: ChannelCredentials;
};
export type Telling = { told: readonly Told[]; integrations: readonly Integration[]; now: Date };

/**
 * The subscribers of a list of recipients, by the caller's id. Unknown ones are made from what was told about them,
 * known ones are updated where it says something new. One statement when there is nothing to write.
 */
export async function resolveRecipients(
  database: Queryable,
  environmentId: string,
  { told, integrations, now }: Telling,
): Promise<Map<string, Subscriber>> {
  const toldOf = new Map(told.map((one) => [one.subscriberId, one]));
  const found = new Map<string, Subscriber>();
  const remember = (subscribers: readonly Subscriber[]) => {
    for (const subscriber of subscribers) found.set(subscriber.subscriberId, subscriber);
  };
  remember(await findSubscribers(database, environmentId, [...toldOf.keys()]));
  const missing = [...toldOf.values()].filter(({ subscriberId }) => !found.has(subscriberId));
  if (missing.length > 0) {
    const fresh = missing.map(({ subscriberId, profile = {} }) => ({
      id: newId(now.getTime()),
      subscriberId,
      profile,
    }));
    remember(await insertSubscribers(database, environmentId, fresh));
    const raced = missing.map(({ subscriberId }) => subscriberId).filter((id) => !found.has(id));
    if (raced.length > 0) remember(await findSubscribers(database, environmentId, raced));
  }
  const changes = [...toldOf.values()].flatMap(({ subscriberId, profile }) => {
    const subscriber = found.get(subscriberId);
    return subscriber && profile && changesSubscriber(subscriber, profile) ? [{ subscriberId, profile }] : [];
  });
  if (changes.length > 0) remember(await updateSubscribers(database, environmentId, changes));
  const channels = [...toldOf.values()].flatMap((one) =>
    newChannels(one, found.get(one.subscriberId), integrations),
  );
  if (channels.length > 0) remember(await saveChannels(database, environmentId, channels));
  return found;
}

/** What `resolveRecipients` would answer, and whom it would make; writes nothing. */
export async function foreseeRecipients(
  database: Queryable,
  environmentId: string,
  { told, integrations, now }: Telling,
): Promise<{ subscribers: Map<string, Subscriber>; isNew: (subscriberId: string) => boolean }> {
  const ids = told.map(({ subscriberId }) => subscriberId);
  const known = new Map(
    (await findSubscribers(database, environmentId, ids)).map((one) => [one.subscriberId, one]),
  );
  const foreseen = told.map((one): [string, Subscriber] => {
    const before = known.get(one.subscriberId) ?? newSubscriber(one.subscriberId, now);
    const [fresh] = newChannels(one, before, integrations);
    return [one.subscriberId, { ...before, ...one.profile, ...(fresh ? { channels: fresh.channels } : {}) }];
  });
  return { subscribers: new Map(foreseen), isNew: (subscriberId) => !known.has(subscriberId) };
}

/**
 * The subscriber's chat and push addresses with those the caller brought; nothing when they are known already, and when
 * all of them together would be longer than what is kept of one subscriber: the trigger was accepted, so the stored ones
 * are used.
 */
function newChannels(
  { channels = [] }: Told,
  subscriber: Subscriber | undefined,
  integrations: readonly Integration[],
) {
  if (!subscriber || channels.length === 0) return [];
  let settings = subscriber.channels ?? [];
  for (const { providerId, integrationIdentifier, credentials } of channels) {
    const integration = integrationFor(integrations, { providerId, identifier: integrationIdentifier });
    if (integration) settings = replaceCredentials(settings, integration, credentials);
  }
  const isKnown = JSON.stringify(settings) === JSON.stringify(subscriber.channels ?? []);
  return isKnown || !areStorable(settings) ? [] : [{ id: subscriber.id, channels: settings }];
}
