import type { ChannelSettings } from "@tidings/contract";
import { PROFILE_WORDS as words } from "./profile-words.ts";

const SHOWN = 4;

/** The end of an address, which is enough to tell one from another. */
export const masked = (text: string): string =>
  text.length > 2 * SHOWN ? `••••${text.slice(-SHOWN)}` : "••••";

/** Where a provider reaches the person. The URL of a webhook or a device token is all that a sender needs, so neither is shown. */
export function maskedAddress({ credentials }: ChannelSettings): string {
  const { webhookUrl, channel, deviceTokens = [] } = credentials;
  const devices =
    deviceTokens.length > 0 ? [words.devices(deviceTokens.length), ...deviceTokens.map(masked)] : [];
  const host = webhookUrl === undefined ? undefined : `${hostOf(webhookUrl)}/${masked(webhookUrl)}`;
  return [host, channel && masked(channel), ...devices].filter(Boolean).join(" · ");
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return "";
  }
}
