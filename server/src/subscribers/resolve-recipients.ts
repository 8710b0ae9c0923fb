import type { Queryable } from "../database/database.ts";
import { newId } from "../foundation/id.ts";
import type { SubscriberId, SubscriberKey } from "../foundation/ids.ts";
import type { Integration } from "../integrations/integration.ts";
import { areStorable, integrationFor, replaceCredentials } from "./channel-settings.ts";
import { eachOnce, type RecipientInput } from "./recipient-input.ts";
import { changesSubscriber, newSubscriber, type Subscriber } from "./subscriber.ts";
import { findSubscribers, insertSubscribers, saveChannels, updateSubscribers } from "./subscriber-store.ts";

export type RecipientsInput = {
  recipients: readonly RecipientInput[];
  integrations: readonly Integration[];
  now: Date;
};

type Resolving = RecipientsInput & { known: readonly Subscriber[] };

/**
 * Creates and updates the subscribers of a list of recipients. No statement if there is nothing to write.
 * @param known the subscribers among them that exist (`findSubscribers`); others are left out.
 */
export async function resolveRecipients(
  database: Queryable,
  environmentId: string,
  { recipients, known, integrations, now }: Resolving,
): Promise<Map<SubscriberKey, Subscriber>> {
  const inputs = eachOnce(recipients);
  const found = knownAmong(inputs, known);
  const remember = (subscribers: readonly Subscriber[]) => {
    for (const subscriber of subscribers) found.set(subscriber.subscriberKey, subscriber);
  };
  const missing = inputs.filter(({ subscriberKey }) => !found.has(subscriberKey));
  if (missing.length > 0) {
    const fresh = missing.map(({ subscriberKey, profile = {} }) => ({
      id: newId<SubscriberId>(now.getTime()),
      subscriberKey,
      profile,
    }));
    remember(await insertSubscribers(database, environmentId, fresh));
    const raced = missing.map(({ subscriberKey }) => subscriberKey).filter((key) => !found.has(key));
    if (raced.length > 0) remember(await findSubscribers(database, environmentId, raced));
  }
  const changes = changedProfiles(inputs, found);
  if (changes.length > 0) remember(await updateSubscribers(database, environmentId, changes));
  const channels = changedChannels(inputs, found, integrations);
  if (channels.length > 0) remember(await saveChannels(database, environmentId, channels));
  return found;
}

/** Returns what `resolveRecipients` would return, if that would write nothing; otherwise undefined. */
export function resolveUnchanged({
  recipients,
  known,
  integrations,
}: Omit<Resolving, "now">): Map<SubscriberKey, Subscriber> | undefined {
  const inputs = eachOnce(recipients);
  const found = knownAmong(inputs, known);
  const isUnchanged =
    inputs.every(({ subscriberKey }) => found.has(subscriberKey)) &&
    changedProfiles(inputs, found).length === 0 &&
    changedChannels(inputs, found, integrations).length === 0;
  return isUnchanged ? found : undefined;
}

type Found = Map<SubscriberKey, Subscriber>;

function knownAmong(inputs: readonly RecipientInput[], known: readonly Subscriber[]): Found {
  const named = new Set(inputs.map(({ subscriberKey }) => subscriberKey));
  return new Map(known.filter((one) => named.has(one.subscriberKey)).map((one) => [one.subscriberKey, one]));
}

function changedProfiles(inputs: readonly RecipientInput[], found: Found) {
  return inputs.flatMap(({ subscriberKey, profile }) => {
    const subscriber = found.get(subscriberKey);
    return subscriber && profile && changesSubscriber(subscriber, profile)
      ? [{ subscriberKey, profile }]
      : [];
  });
}

function changedChannels(
  inputs: readonly RecipientInput[],
  found: Found,
  integrations: readonly Integration[],
) {
  return inputs.flatMap((one) => newChannels(one, found.get(one.subscriberKey), integrations));
}

/** Returns what `resolveRecipients` would return, and which subscribers it would create, without writing. */
export async function simulateRecipients(
  database: Queryable,
  environmentId: string,
  { recipients, integrations, now }: RecipientsInput,
): Promise<{
  subscribers: Map<SubscriberKey, Subscriber>;
  isNew: (subscriberKey: SubscriberKey) => boolean;
}> {
  const keys = recipients.map(({ subscriberKey }) => subscriberKey);
  const known = new Map(
    (await findSubscribers(database, environmentId, keys)).map((one) => [one.subscriberKey, one]),
  );
  const simulated = recipients.map((one): [SubscriberKey, Subscriber] => {
    const before = known.get(one.subscriberKey) ?? newSubscriber(one.subscriberKey, now);
    const [fresh] = newChannels(one, before, integrations);
    return [one.subscriberKey, { ...before, ...one.profile, ...(fresh ? { channels: fresh.channels } : {}) }];
  });
  return { subscribers: new Map(simulated), isNew: (subscriberKey) => !known.has(subscriberKey) };
}

/**
 * The subscriber's chat and push addresses merged with those of the input. Empty if nothing changes, and if the merged
 * ones exceed the limit of one subscriber: the trigger was accepted already, so the stored addresses are used.
 */
function newChannels(
  { channels = [] }: RecipientInput,
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
