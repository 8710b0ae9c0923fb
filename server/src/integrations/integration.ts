import type { Channel, DeliveryOptions, ProviderId } from "@tidings/contract";
import type { JsonObject } from "../foundation/json.ts";
import type { Credentials } from "../providers/provider.ts";

/** A configured connection to one provider for one channel. */
export type Integration = {
  id: string;
  identifier: string;
  name: string;
  channel: Channel;
  providerId: ProviderId;
  credentials: Credentials;
  configurations: JsonObject | null;
  conditions: JsonObject[] | null;
  isActive: boolean;
  /** Since when it is switched off; null while it is on, and where it never was. */
  switchedOffAt: Date | null;
  /** The one that sends by default; only e-mail and SMS have one. */
  isPrimary: boolean;
  /** The higher, the earlier it is chosen where there is no primary. */
  priority: number;
  /** How it delivers, where that differs from the defaults. */
  delivery: DeliveryOptions | null;
  /** The circuit breaker: it is not called before this moment. */
  breakerOpenUntil: Date | null;
  /** How often in a row the breaker has tripped; 0 when all is well. */
  breakerTrips: number;
  deletedAt: Date | null;
  deletedBy: string | null;
};

/** Channels in which one integration is marked to send by default (wire-facts 2.2). */
const CHANNELS_WITH_PRIMARY: readonly Channel[] = ["email", "sms"];

export function hasPrimary(channel: Channel): boolean {
  return CHANNELS_WITH_PRIMARY.includes(channel);
}

const IN_HOUSE_PROVIDERS: readonly ProviderId[] = ["svc-email", "svc-sms"];

/** What an environment is born with so that a first trigger does something; whatever really sends goes before it. */
export function isInHouse(integration: Pick<Integration, "providerId">): boolean {
  return IN_HOUSE_PROVIDERS.includes(integration.providerId);
}

/** The integration with this id, or else with this identifier. */
export function findByName(integrations: readonly Integration[], name: string): Integration | undefined {
  return (
    integrations.find(({ id }) => id === name) ?? integrations.find(({ identifier }) => identifier === name)
  );
}
