import type { Channel, DeliveryOptions, IntegrationRates, ProviderId, RateWait } from "@tidings/contract";
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
  /** Step filters: it only sends what they match; null if it has none. */
  conditions: JsonObject[] | null;
  isActive: boolean;
  /** When it was deactivated; null while it is active, and if it never was active. */
  switchedOffAt: Date | null;
  /** Whether it sends by default; only e-mail and SMS have a primary. */
  isPrimary: boolean;
  /** Without a primary, the active integration with the highest priority sends. */
  priority: number;
  /** Delivery options that differ from the defaults. */
  delivery: DeliveryOptions | null;
  /** How much it may send; null without any limit. */
  rates: IntegrationRates | null;
  /** The provider asked not to be called before this moment, because of its own rate or quota. May be in the past. */
  pausedUntil: Date | null;
  /** What the provider said then. */
  pausedFor: Extract<RateWait, "throttled" | "quota"> | null;
  /** The circuit breaker is open, and the provider is not called, until this moment. */
  breakerOpenUntil: Date | null;
  /** How often in a row the breaker has tripped; 0 if it is closed. */
  breakerTrips: number;
  /** When it was created or its settings were changed last; the circuit breaker does not change it. */
  changedAt: Date;
  deletedAt: Date | null;
  deletedBy: string | null;
};

/** Channels in which one integration is marked as primary. */
const CHANNELS_WITH_PRIMARY: readonly Channel[] = ["email", "sms"];

export function hasPrimary(channel: Channel): boolean {
  return CHANNELS_WITH_PRIMARY.includes(channel);
}

const IN_HOUSE_PROVIDERS: readonly ProviderId[] = ["svc-email", "svc-sms"];

/**
 * The outbox that a new environment is seeded with, so that a first trigger has an effect; any other integration
 * takes precedence.
 */
export function isInHouse(integration: Pick<Integration, "providerId">): boolean {
  return IN_HOUSE_PROVIDERS.includes(integration.providerId);
}

/** Finds an integration by id, or else by identifier. */
export function findByName(integrations: readonly Integration[], name: string): Integration | undefined {
  return (
    integrations.find(({ id }) => id === name) ?? integrations.find(({ identifier }) => identifier === name)
  );
}
