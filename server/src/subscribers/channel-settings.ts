import { LIMITS } from "@tidings/contract";
import { jsonBytes } from "../foundation/json.ts";
import type { Integration } from "../integrations/integration.ts";
import { chooseIntegration } from "../integrations/primary-integration.ts";
import type { ChannelCredentials, ChannelSetting } from "./subscriber.ts";

/** An integration as a caller names it: by its provider, and by its identifier where there are several. */
export type NamedIntegration = { providerId: string; identifier?: string | undefined };

/** The integration that is named; without an identifier the active one of the provider, of several the first choice. */
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

/** The settings with these credentials in place of those the integration had. */
export function replaceCredentials(
  settings: readonly ChannelSetting[],
  integration: Pick<Integration, "id" | "identifier" | "providerId">,
  credentials: ChannelCredentials,
): ChannelSetting[] {
  const setting: ChannelSetting = {
    providerId: integration.providerId,
    integrationId: integration.id,
    integrationIdentifier: integration.identifier,
    credentials: withoutDoubles(credentials),
  };
  const index = settings.findIndex(({ integrationId }) => integrationId === integration.id);
  return index === -1 ? [...settings, setting] : settings.with(index, setting);
}

/** The settings with these credentials added: a device joins those already known, any other field takes its new value. */
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

/** The settings without any of the provider's. */
export function removeCredentials(settings: readonly ChannelSetting[], providerId: string): ChannelSetting[] {
  return settings.filter((setting) => setting.providerId !== providerId);
}

/** May a subscriber have these, all of them together? */
export function areStorable(settings: readonly ChannelSetting[]): boolean {
  return jsonBytes(settings) <= LIMITS.channelsBytes;
}

function withoutDoubles(credentials: ChannelCredentials): ChannelCredentials {
  if (!credentials.deviceTokens) return credentials;
  return { ...credentials, deviceTokens: [...new Set(credentials.deviceTokens)] };
}
