import { type Brand, type ChannelSettingsInput, LIMITS } from "@tidings/contract";
import type { Queryable, Transactional } from "../../database/database.ts";
import type { Environment } from "../../environments/environment.ts";
import { AppError, invalidField } from "../../foundation/app-error.ts";
import { jsonBytes } from "../../foundation/json.ts";
import type { Api } from "../../http/endpoint.ts";
import type { Integration } from "../../integrations/integration.ts";
import { areStorable, integrationFor } from "../channel-settings.ts";
import type { ChannelCredentials, ChannelSetting, Subscriber } from "../subscriber.ts";
import { lockSubscriber, saveChannels } from "../subscriber-store.ts";
import { fromCredentials, fromProviderId, subscriberNotFound } from "./subscriber-wire.ts";

type Rule = (
  settings: readonly ChannelSetting[],
  integration: Integration,
  credentials: ChannelCredentials,
) => ChannelSetting[];

type Parts = Pick<Api, "integrations" | "brand"> & { database: Transactional };
type Change = { subscriberId: string; body: ChannelSettingsInput; rule: Rule };

/** What PUT and PATCH have in common: find the integration that is meant, and apply the rule to the settings. */
export async function changeCredentials(
  { database, integrations: store, brand }: Parts,
  environment: Environment,
  { subscriberId, body, rule }: Change,
): Promise<Subscriber> {
  return changeChannels(database, environment.id, {
    subscriberId,
    change: async (settings, tx) => {
      const integrations = await store.list(tx, environment.id);
      const named = namedIntegration(integrations, body, brand);
      return storable(rule(settings, named, fromCredentials(body.credentials)));
    },
  });
}

/** @throws AppError when they are longer than what is kept of one subscriber. */
function storable(settings: ChannelSetting[]): ChannelSetting[] {
  if (areStorable(settings)) return settings;
  throw invalidField(
    "credentials",
    `credentials would bring the chat and push credentials of this subscriber to ${jsonBytes(settings)} bytes of JSON; ` +
      `the limit is ${LIMITS.channelsBytes} bytes`,
  );
}

type ChannelsChange = {
  subscriberId: string;
  change: (
    settings: readonly ChannelSetting[],
    tx: Queryable,
  ) => Promise<ChannelSetting[]> | ChannelSetting[];
};

/** Reads, changes and writes a subscriber's channels while nobody else does. @throws AppError when there is none. */
export async function changeChannels(
  database: Transactional,
  environmentId: string,
  { subscriberId, change }: ChannelsChange,
): Promise<Subscriber> {
  const changed = await database.transaction(async (tx) => {
    const subscriber = await lockSubscriber(tx, environmentId, subscriberId);
    if (!subscriber) return undefined;
    const channels = await change(subscriber.channels ?? [], tx);
    const [saved] = await saveChannels(tx, environmentId, [{ id: subscriber.id, channels }]);
    return saved;
  });
  if (!changed) throw subscriberNotFound(subscriberId);
  return changed;
}

/** @throws AppError when there is no such integration. */
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
