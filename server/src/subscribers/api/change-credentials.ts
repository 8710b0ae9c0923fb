import { type Brand, type ChannelSettingsInput, LIMITS } from "@tidings/contract";
import type { Queryable, Transactional } from "../../database/database.ts";
import type { Environment } from "../../environments/environment.ts";
import { AppError, invalidField } from "../../foundation/app-error.ts";
import type { SubscriberKey } from "../../foundation/ids.ts";
import type { Api } from "../../http/endpoint.ts";
import type { Integration } from "../../integrations/integration.ts";
import { areStorable, bytesOf, integrationFor } from "../channel-settings.ts";
import type { ChannelCredentials, ChannelSetting, Subscriber } from "../subscriber.ts";
import { lockSubscriber, saveChannels } from "../subscriber-store.ts";
import { fromCredentials, fromProviderId, subscriberNotFound } from "./subscriber-wire.ts";

type Rule = (
  settings: readonly ChannelSetting[],
  integration: Integration,
  credentials: ChannelCredentials,
  registeredAt: Date,
) => ChannelSetting[];

type Parts = Pick<Api, "integrations" | "brand" | "clock">;
/** Several bodies are applied in order. */
type Change = { subscriberKey: SubscriberKey; bodies: readonly ChannelSettingsInput[]; rule: Rule };

/**
 * Common part of PUT and PATCH: finds the named integration and applies the rule to the subscriber's settings.
 * @throws AppError not_found if there is no such subscriber or integration; invalid if the result is too large.
 */
export async function changeCredentials(
  { database, ...parts }: Parts & { database: Transactional },
  environment: Environment,
  change: Change,
): Promise<Subscriber> {
  return database.transaction((tx) => changeCredentialsIn(parts, tx, { environment, ...change }));
}

/** Like `changeCredentials`, inside a transaction. */
export async function changeCredentialsIn(
  { integrations: store, brand, clock }: Parts,
  tx: Queryable,
  { environment, subscriberKey, bodies, rule }: Change & { environment: Environment },
): Promise<Subscriber> {
  return changeChannelsIn(tx, environment.id, {
    subscriberKey,
    change: async (settings) => {
      const integrations = await store.list(tx, environment.id);
      const changed = bodies.reduce(
        (before, body) => {
          const named = namedIntegration(integrations, body, brand);
          return rule(before, named, fromCredentials(body.credentials), clock.now());
        },
        [...settings],
      );
      return storable(changed);
    },
  });
}

/** @throws AppError invalid if the settings of one subscriber exceed the limit. */
function storable(settings: ChannelSetting[]): ChannelSetting[] {
  if (areStorable(settings)) return settings;
  throw invalidField(
    "credentials",
    `with credentials, the chat and push credentials of this subscriber would have ${bytesOf(settings)} bytes of JSON; ` +
      `the limit is ${LIMITS.channelsBytes} bytes`,
  );
}

type ChannelsChange = {
  subscriberKey: SubscriberKey;
  change: (settings: readonly ChannelSetting[]) => Promise<ChannelSetting[]> | ChannelSetting[];
};

/**
 * Reads, changes and writes a subscriber's channels under a lock.
 * @throws AppError not_found if there is no such subscriber.
 */
export function changeChannels(
  database: Transactional,
  environmentId: string,
  change: ChannelsChange,
): Promise<Subscriber> {
  return database.transaction((tx) => changeChannelsIn(tx, environmentId, change));
}

async function changeChannelsIn(
  tx: Queryable,
  environmentId: string,
  { subscriberKey, change }: ChannelsChange,
): Promise<Subscriber> {
  const subscriber = await lockSubscriber(tx, environmentId, subscriberKey);
  if (!subscriber) throw subscriberNotFound(subscriberKey);
  const channels = await change(subscriber.channels ?? []);
  const [saved] = await saveChannels(tx, environmentId, [{ id: subscriber.id, channels }]);
  if (!saved) throw subscriberNotFound(subscriberKey);
  return saved;
}

/** @throws AppError not_found if there is no such integration. */
function namedIntegration(
  integrations: readonly Integration[],
  { providerId, integrationIdentifier: identifier }: ChannelSettingsInput,
  brand: Brand,
): Integration {
  const named = { providerId: fromProviderId(providerId, brand), identifier };
  const integration = integrationFor(integrations, named);
  if (integration) return integration;
  throw new AppError(
    "not_found",
    identifier === undefined
      ? `There is no active integration of the provider "${providerId}" in this environment`
      : `There is no integration "${identifier}" of the provider "${providerId}" in this environment`,
  );
}
