import type { SuppressionReason } from "@tidings/contract";
import type { SubscriberId } from "../foundation/ids.ts";
import { dialable } from "../foundation/phone-number.ts";

/** Channels whose addresses can be suppressed; the other channels' addresses belong to one vendor's application. */
export type SuppressibleChannel = "email" | "sms";

/** An address to which nothing is sent, and the message whose receipt was the reason. */
export type Suppression = {
  id: string;
  channel: SuppressibleChannel;
  /** As `comparable` makes it. */
  address: string;
  reason: SuppressionReason;
  /** The vendor's words. */
  explanation: string | null;
  providerId: string;
  integrationId: string;
  messageId: string;
  subscriberId: SubscriberId;
};

/** The form in which addresses are stored and compared: without case, telephone numbers without separators. */
export function comparable(address: string): string {
  return dialable(address).trim().toLowerCase();
}

/** Suppressed addresses of both channels. */
export type Suppressed = ReadonlySet<string>;

export function suppressedKey(channel: string, address: string): string {
  return `${channel} ${comparable(address)}`;
}

export function isSuppressed(
  suppressed: Suppressed | undefined,
  channel: string,
  address: string | null | undefined,
): boolean {
  return Boolean(address && suppressed?.has(suppressedKey(channel, address)));
}

/** What an operator can do; ends the error text of a message that is not sent. */
export const SUPPRESSED_TEXT =
  "The address is suppressed: an earlier message to it bounced or was marked as spam. Remove its suppression to send again";
