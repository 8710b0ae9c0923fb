import { LIMITS } from "@tidings/contract";
import { jsonBytes } from "../foundation/json.ts";
import type { Integration } from "../integrations/integration.ts";
import { chooseIntegration } from "../integrations/primary-integration.ts";
import { registrationsOf, registrationTimes } from "./device-registrations.ts";
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

type Receiver = Pick<Integration, "id" | "identifier" | "providerId">;

/**
 * Replaces the integration's credentials in the settings, or adds them.
 * @param registeredAt when the caller registered the device tokens; absent: it only named them, as a trigger does.
 */
export function replaceCredentials(
  settings: readonly ChannelSetting[],
  integration: Receiver,
  credentials: ChannelCredentials,
  registeredAt?: Date,
): ChannelSetting[] {
  const named = credentials.deviceTokens ?? [];
  return withCredentials(settings, integration, credentials, { named, registeredAt });
}

type Registering = { named: readonly string[]; registeredAt: Date | undefined };

function withCredentials(
  settings: readonly ChannelSetting[],
  integration: Receiver,
  given: ChannelCredentials,
  registering: Registering,
): ChannelSetting[] {
  const index = settings.findIndex(({ integrationId }) => integrationId === integration.id);
  const credentials = withoutDuplicates(given);
  const setting: ChannelSetting = {
    providerId: integration.providerId,
    integrationId: integration.id,
    integrationIdentifier: integration.identifier,
    credentials,
    ...registrationTimes(credentials.deviceTokens ?? [], registrationsOf(settings[index]), registering),
  };
  return index === -1 ? [...settings, setting] : settings.with(index, setting);
}

/** Adds credentials to those of the integration: device tokens are appended, other fields are replaced. */
export function appendCredentials(
  settings: readonly ChannelSetting[],
  integration: Receiver,
  credentials: ChannelCredentials,
  registeredAt?: Date,
): ChannelSetting[] {
  const known = settings.find(({ integrationId }) => integrationId === integration.id)?.credentials ?? {};
  const deviceTokens = [...(known.deviceTokens ?? []), ...(credentials.deviceTokens ?? [])];
  const merged = { ...known, ...credentials, ...(deviceTokens.length > 0 ? { deviceTokens } : {}) };
  const named = credentials.deviceTokens ?? [];
  return withCredentials(settings, integration, merged, { named, registeredAt });
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
    const { registeredMs: _, ...before } = setting;
    const { deviceTokens } = setting.credentials;
    if (setting.integrationId !== integrationId || !deviceTokens) return setting;
    const valid = deviceTokens.filter((token) => !gone.has(token));
    const nothing = { named: [], registeredAt: undefined };
    return {
      ...before,
      credentials: { ...setting.credentials, deviceTokens: valid },
      ...registrationTimes(valid, registrationsOf(setting), nothing),
    };
  });
}

/** The bytes of settings that count towards the limit: what the caller gave. */
export function bytesOf(settings: readonly ChannelSetting[]): number {
  return jsonBytes(settings.map(({ registeredMs: _, ...given }) => given));
}

/** Whether the settings of one subscriber are within the limit. */
export function areStorable(settings: readonly ChannelSetting[]): boolean {
  return bytesOf(settings) <= LIMITS.channelsBytes;
}

function withoutDuplicates(credentials: ChannelCredentials): ChannelCredentials {
  if (!credentials.deviceTokens) return credentials;
  return { ...credentials, deviceTokens: [...new Set(credentials.deviceTokens)] };
}
