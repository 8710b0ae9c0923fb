import {
  type Channel,
  Configurations,
  Credentials,
  type CredentialsInput,
  fromBrand,
  type IntegrationInput,
  type Integration as IntegrationOnWire,
  IntegrationRates,
  type StepFilter,
  toBrand,
} from "@tidings/contract";
import type { Environment } from "../../environments/environment.ts";
import { AppError, invalidField } from "../../foundation/app-error.ts";
import { isId } from "../../foundation/id.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Api } from "../../http/endpoint.ts";
import type { AnyProvider, Credentials as StoredCredentials } from "../../providers/provider.ts";
import type { Integration } from "../integration.ts";
import { maskSecrets } from "../secret-credentials.ts";

type Wire = Pick<Api, "brand" | "providers" | "showsCredentials">;

/** Converts an integration to the wire, with its secrets masked; fields without a value are omitted. */
export function toIntegration(
  integration: Integration,
  environment: Environment,
  { brand, providers, showsCredentials }: Wire,
): IntegrationOnWire {
  const { id, identifier, name, channel, credentials, configurations, conditions } = integration;
  const stated = providers.find(integration.providerId)?.fields ?? [];
  return {
    _id: id,
    _environmentId: environment.id,
    _organizationId: environment.organizationId,
    name,
    identifier,
    providerId: toBrand(integration.providerId, brand),
    channel,
    credentials: (showsCredentials ? credentials : maskSecrets(credentials, stated)) as Credentials,
    ...(configurations
      ? {
          configurations: (showsCredentials
            ? configurations
            : maskSecrets(configurations, [])) as Configurations,
        }
      : {}),
    active: integration.isActive,
    deleted: false,
    primary: integration.isPrimary,
    ...(conditions ? { conditions: conditions as unknown as StepFilter[] } : {}),
    ...(integration.delivery ? { delivery: integration.delivery } : {}),
    ...(integration.rates ? { rates: integration.rates } : {}),
    ...(integration.breakerTrips > 0 ? { breaker: breakerOf(integration) } : {}),
  };
}

function breakerOf({ breakerTrips: trips, breakerOpenUntil }: Integration) {
  return { trips, ...(breakerOpenUntil ? { openUntil: breakerOpenUntil.toISOString() } : {}) };
}

export function toIntegrations(
  integrations: readonly Integration[],
  environment: Environment,
  wire: Wire,
): IntegrationOnWire[] {
  return integrations.map((integration) => toIntegration(integration, environment, wire));
}

/** The requested provider. @throws AppError invalid, with the providers of the channel, if it is not available. */
export function fromProvider(
  { providerId: given, channel }: Pick<IntegrationInput, "providerId" | "channel">,
  { providers, brand }: Pick<Api, "providers" | "brand">,
): AnyProvider {
  const id = fromBrand(given, brand);
  const provider = providers.find(id);
  if (provider?.channel === channel) return provider;
  const availableIds = providers.list
    .filter((one) => one.channel === channel && one.canSend !== false)
    .map((one) => toBrand(one.id, brand));
  throw invalidField(
    "providerId",
    `${refusal(given, channel, provider)}; it has: ${availableIds.join(", ")}`,
    given,
  );
}

function refusal(given: string, channel: string, provider: AnyProvider | undefined): string {
  return provider
    ? `The provider "${given}" is not one of the channel ${channel}`
    : `There is no provider "${given}" for the channel ${channel}`;
}

/** Keeps only the fields of the contract: an unknown field would break typed clients that read it back. */
export function fromCredentials(given: CredentialsInput | undefined): StoredCredentials {
  const { port, ...others } = given ?? {};
  const givenWithTextPort = port === undefined ? others : { ...others, port: String(port) };
  return pick(givenWithTextPort, Credentials.properties) as StoredCredentials;
}

export function fromConfigurations(given: Configurations): JsonObject {
  return pick(given, Configurations.properties) as JsonObject;
}

export function fromConditions(given: readonly StepFilter[]): JsonObject[] | null {
  return given.length > 0 ? (given as unknown as JsonObject[]) : null;
}

/** @throws AppError invalid for an in-app integration: its messages are delivered when they are stored. */
export function fromRates(given: IntegrationRates | undefined, channel: Channel): IntegrationRates | null {
  const rates = pick(given ?? {}, IntegrationRates.properties) as IntegrationRates;
  if (Object.keys(rates).length === 0) return null;
  if (channel === "in_app")
    throw invalidField("rates", "An in-app integration has no rates: its messages are delivered at once");
  return rates;
}

function pick(given: object, properties: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).filter(([field, value]) => Object.hasOwn(properties, field) && value !== undefined),
  );
}

/** @throws AppError forbidden if the body names another environment than the API key's. */
export function refuseForeignEnvironment(
  environment: Environment,
  { _environmentId: named }: { _environmentId?: string },
): void {
  if (named === undefined || named === environment.id) return;
  throw new AppError(
    "forbidden",
    "This API key opens another environment than the one named in _environmentId",
  );
}

/**
 * For an integration that was not found: a text that has not even the form of an id is an invalid request.
 * @throws AppError invalid if it is not an id.
 */
export function refuseMalformedId(integrationId: string): void {
  if (isId(integrationId.toLowerCase())) return;
  const sentence = "integrationId must be a mongodb id or the identifier of an integration";
  throw invalidField("integrationId", sentence, integrationId);
}

export function integrationNotFound(name: string): AppError {
  return new AppError("not_found", `Entity with id ${name} not found`);
}
