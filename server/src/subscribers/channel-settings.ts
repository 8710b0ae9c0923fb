import { LIMITS } from "@tidings/contract";
import { jsonBytes } from "../foundation/json.ts";
import type { Integration } from "../integrations/integration.ts";
import { chooseIntegration } from "../integrations/primary-integration.ts";
import type { ChannelCredentials, ChannelSetting } from "./subscriber.ts";

/** How a caller names an integration: by its provider, and by its identifier if the provider has several. */
export type NamedIntegration = { providerId: string; identifier?: string | undefined };

/** The named integration; without an identifier, the provider's active one with the highest precedence. */
export function integrationFor(
  integrations: readonly Integration[],
  { providerId, identifier }: NamedIntegration,
): Integration | undefined {
  const ofProvider = integrations.filter((integration) => integration.providerId === providerId);
  if (identifier !== undefined) {
    return ofProvider.find((integration) => integration.identifier === identifier);
  }
  const channel = ofProvider[0]?.channel;
  return channel && chooseIntegration(ofProvider, channel);
}

/** Replaces the integration's credentials in the settings, or adds them. */
export function replaceCredentials(
  settings: readonly ChannelSetting[],
  integration: Pick<Integration, "id" | "identifier" | "providerId">,
  credentials: ChannelCredentials,
): ChannelSetting[] {
  const setting: ChannelSetting = {
    providerId: integration.providerId,
    integrationId: integration.id,
    integrationIdentifier: integration.identifier,
    credentials: withoutDuplicates(credentials),
  };
  const index = settings.findIndex(({ integrationId }) => integrationId === integration.id);
  return index === -1 ? [...settings, setting] : settings.with(index, setting);
}

/** Adds credentials to those of the integration: device tokens are appended, other fields are replaced. */
export function appendCredentials(
  settings: readonly ChannelSetting[],
  integration: Pick<Integration, "id" | "identifier" | "providerId">,
  credentials: ChannelCredentials,
): ChannelSetting[] {
  const known = settings.find(({ integrationId }) => integrationId === integration.id)?.credentials ?? {};
  const deviceTokens = [...(known.deviceTokens ?? []), ...(credentials.deviceTokens ?? [])];
  const merged = { ...known, ...credentials, ...(deviceTokens.length > 0 ? { deviceTokens } : {}) };
  return replaceCredentials(settings, integration, merged);
}

/** Removes the settings of all integrations of the provider. */
export function removeCredentials(settings: readonly ChannelSetting[], providerId: string): ChannelSetting[] {
  return settings.filter((setting) => setting.providerId !== providerId);
}

/** Removes device tokens of one integration; other fields and integrations stay. */
export function removeDeviceTokens(
  settings: readonly ChannelSetting[],
  integrationId: string,
  tokens: readonly string[],
): ChannelSetting[] {
  const gone = new Set(tokens);
  return settings.map((setting) => {
    const { deviceTokens } = setting.credentials;
    if (setting.integrationId !== integrationId || !deviceTokens) return setting;
    const valid = deviceTokens.filter((token) => !gone.has(token));
    return { ...setting, credentials: { ...setting.credentials, deviceTokens: valid } };
  });
}

/** Whether the settings of one subscriber are within the limit. */
export function areStorable(settings: readonly ChannelSetting[]): boolean {
  return jsonBytes(settings) <= LIMITS.channelsBytes;
}

function withoutDuplicates(credentials: ChannelCredentials): ChannelCredentials {
  if (!credentials.deviceTokens) return credentials;
  return { ...credentials, deviceTokens: [...new Set(credentials.deviceTokens)] };
}
