import {
  type CredentialsCheck,
  type IntegrationChanges,
  updateIntegration as operation,
} from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import { type Api, type Call, endpoint } from "../../http/endpoint.ts";
import { refuseUnaccepted } from "../check-credentials.ts";
import { refuseIncomplete } from "../completeness.ts";
import { findByName, type Integration } from "../integration.ts";
import { reposition } from "../integration-priority.ts";
import { limited } from "../limits.ts";
import { refuseUnreachable } from "../reachability.ts";
import { saveWithPriority } from "../save-with-priority.ts";
import { restoreSecrets } from "../secret-credentials.ts";
import { refuseSenderName } from "../sender-name.ts";
import { refuseTaken } from "../uniqueness.ts";
import {
  fromConditions,
  fromConfigurations,
  fromCredentials,
  fromRates,
  integrationNotFound,
  refuseForeignEnvironment,
  refuseMalformedId,
  toIntegration,
} from "./integration-wire.ts";

export const updateIntegration = (api: Api) =>
  endpoint(operation, async ({ database, environment, params: { integrationId }, body }) => {
    refuseForeignEnvironment(environment, body);
    refuseNothing(body);
    const checked =
      body.credentials || body.check
        ? await refuseUnusable(api, { database, environment }, integrationId, body)
        : undefined;
    const updated = await database.transaction(async (tx) => {
      const all = await api.integrations.lockAll(tx, environment.id);
      const before = findByName(all, integrationId);
      if (!before) {
        refuseMalformedId(integrationId);
        throw integrationNotFound(integrationId);
      }
      const others = all.filter((other) => other !== before);
      const integration = reposition(others, before, applied(api, before, body));
      refuseTaken(others, integration);
      if (integration.isActive || body.check) refuseUnable(api, integration);
      const target = { tx, environmentId: environment.id, others };
      const saved = await saveWithPriority(api.integrations, target, integration, "update");
      if (body.rates) await api.resumeWaiting(tx, environment.id, saved.id);
      return saved;
    });
    if (body.rates) api.announceWork();
    return { ...toIntegration(updated, environment, api), ...omitEmpty({ checked }) };
  });

/** Called before the transaction and its locks, because resolving a host name or asking the provider takes time. */
async function refuseUnusable(
  api: Api,
  { database, environment }: Pick<Call<typeof operation>, "database" | "environment">,
  integrationId: string,
  body: IntegrationChanges,
): Promise<CredentialsCheck | undefined> {
  const stored = findByName(await api.integrations.list(database, environment.id), integrationId);
  if (!stored) {
    refuseMalformedId(integrationId);
    throw integrationNotFound(integrationId);
  }
  const { credentials } = applied(api, stored, body);
  if (body.credentials) refuseSenderName(credentials);
  const provider = api.providers.find(stored.providerId);
  await refuseUnreachable(api.checkDestination, { provider, credentials, before: stored.credentials });
  if (!body.check || !provider) return undefined;
  refuseIncomplete(provider, credentials);
  return refuseUnaccepted(api, { environmentId: environment.id, provider, credentials });
}

const CHANGEABLE = [
  "name",
  "identifier",
  "credentials",
  "configurations",
  "active",
  "conditions",
  "delivery",
  "rates",
] as const;

/** A request with `check` alone asks the provider about the stored credentials. */
function refuseNothing(body: IntegrationChanges): void {
  if (body.check || CHANGEABLE.some((field) => body[field] !== undefined)) return;
  throw new AppError("bad_request", `Nothing to update; provide at least one of ${CHANGEABLE.join(", ")}`);
}

/** Replaces each given field as a whole; masks stand for the stored secrets. */
function applied({ providers }: Api, before: Integration, body: IntegrationChanges): Integration {
  const providerFields = providers.find(before.providerId)?.fields ?? [];
  const { name, identifier, credentials, configurations, active, conditions, delivery, rates } = body;
  return {
    ...before,
    name: name?.trim() || before.name,
    identifier: identifier ?? before.identifier,
    credentials: credentials
      ? limited(
          restoreSecrets(fromCredentials(credentials), {
            stored: before.credentials,
            place: "credentials",
            providerFields,
          }),
          "credentials",
        )
      : before.credentials,
    configurations: configurations
      ? limited(
          restoreSecrets(fromConfigurations(configurations), {
            stored: before.configurations ?? {},
            place: "configurations",
            providerFields: [],
          }),
          "configurations",
        )
      : before.configurations,
    conditions: conditions ? fromConditions(limited(conditions, "conditions")) : before.conditions,
    delivery: delivery ?? before.delivery,
    rates: rates ? fromRates(rates, before.channel) : before.rates,
    isActive: active ?? before.isActive,
  };
}

function refuseUnable(api: Api, { providerId, credentials }: Integration): void {
  const provider = api.providers.find(providerId);
  if (provider) refuseIncomplete(provider, credentials);
}
