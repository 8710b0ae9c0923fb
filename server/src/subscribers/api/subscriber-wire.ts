import {
  type Brand,
  ChannelCredentials,
  type ChannelSettings,
  fromBrand,
  type Subscriber as SubscriberOnWire,
  toBrand,
} from "@tidings/contract";
import type { Environment } from "../../environments/environment.ts";
import { AppError } from "../../foundation/app-error.ts";
import type { SubscriberKey } from "../../foundation/ids.ts";
import type { ChannelSetting, Subscriber } from "../subscriber.ts";
import { zoneWarnings } from "../zone-warnings.ts";

/** Converts a subscriber to the wire; fields without a value are omitted. */
export function toSubscriber(
  subscriber: Subscriber,
  environment: Environment,
  brand: Brand,
): SubscriberOnWire {
  const { firstName, lastName, email, phone, avatar, locale, timezone, data, lastOnlineAt } = subscriber;
  const { id, subscriberKey, channels, isOnline, createdAt, updatedAt } = subscriber;
  const known = { firstName, lastName, email, phone, avatar, locale, timezone, data };
  return {
    _id: id,
    subscriberId: subscriberKey,
    ...withoutNulls(known),
    ...(channels ? { channels: channels.map((setting) => toChannelSettings(setting, brand)) } : {}),
    isOnline,
    ...(lastOnlineAt ? { lastOnlineAt: lastOnlineAt.toISOString() } : {}),
    _organizationId: environment.organizationId,
    _environmentId: environment.id,
    deleted: false,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...zoneWarnings(timezone, environment),
  };
}

function toChannelSettings(setting: ChannelSetting, brand: Brand): ChannelSettings {
  const { providerId, integrationId, integrationIdentifier, credentials } = setting;
  return {
    // The contract's type has the neutral brand; the value has the brand of the wire.
    providerId: toBrand(providerId, brand) as ChannelSettings["providerId"],
    ...(integrationIdentifier === undefined ? {} : { integrationIdentifier }),
    credentials,
    _integrationId: integrationId,
  };
}

type WithoutNulls<T> = { [K in keyof T]?: NonNullable<T[K]> };

function withoutNulls<T extends object>(values: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as WithoutNulls<T>;
}

export function fromProviderId(providerId: string, brand: Brand): string {
  return fromBrand(providerId, brand);
}

/** Keeps only the fields of the contract: an unknown field would break typed clients that read it back. */
export function fromCredentials(given: ChannelCredentials): ChannelCredentials {
  const known = Object.keys(ChannelCredentials.properties) as (keyof ChannelCredentials)[];
  return Object.fromEntries(
    known.filter((field) => given[field] !== undefined).map((field) => [field, given[field]]),
  );
}

export function subscriberNotFound(subscriberKey: SubscriberKey): AppError {
  return new AppError("not_found", `Subscriber: ${subscriberKey} was not found`);
}
