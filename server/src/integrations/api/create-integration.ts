import { type IntegrationInput, createIntegration as operation } from "@tidings/contract";
import { newId } from "../../foundation/id.ts";
import { omitEmpty } from "../../foundation/omit-empty.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import type { AnyProvider, Credentials } from "../../providers/provider.ts";
import { refuseUnaccepted } from "../check-credentials.ts";
import { missingCredentials, refuseIncomplete } from "../completeness.ts";
import { identifierFor } from "../identifier.ts";
import type { Integration } from "../integration.ts";
import { placeNew } from "../integration-priority.ts";
import { limited, refuseFull } from "../limits.ts";
import { refuseUnreachable } from "../reachability.ts";
import { saveWithPriority } from "../save-with-priority.ts";
import { restoreSecrets } from "../secret-credentials.ts";
import { refuseSenderName } from "../sender-name.ts";
import { refuseTaken } from "../uniqueness.ts";
import {
  fromConditions,
  fromConfigurations,
  fromCredentials,
  fromProvider,
  fromRates,
  refuseForeignEnvironment,
  toIntegration,
} from "./integration-wire.ts";

export const createIntegration = (api: Api) =>
  endpoint(operation, async ({ database, environment, body }) => {
    refuseForeignEnvironment(environment, body);
    const provider = fromProvider(body, api);
    const drafted = draft(body, provider, api.clock.now());
    const { credentials } = drafted;
    await refuseUnreachable(api.checkDestination, { provider, credentials });
    const checking = { environmentId: environment.id, provider, credentials };
    const checked = body.check ? await refuseUnaccepted(api, checking) : undefined;
    const created = await database.transaction(async (tx) => {
      const others = await api.integrations.lockAll(tx, environment.id);
      refuseFull(others);
      refuseTaken(others, drafted);
      const target = { tx, environmentId: environment.id, others };
      const integration = drafted.isActive ? placeNew(others, drafted) : drafted;
      return saveWithPriority(api.integrations, target, integration, "insert");
    });
    return { ...toIntegration(created, environment, api), ...omitEmpty({ checked }) };
  });

/** The integration as requested, before it has a priority. */
function draft(body: IntegrationInput, provider: AnyProvider, now: Date): Integration {
  const name = body.name?.trim() || provider.displayName;
  const credentials = credentialsOf(body, provider);
  return {
    id: newId(now.getTime()),
    identifier: body.identifier ?? identifierFor(name),
    name,
    channel: provider.channel,
    providerId: provider.id,
    credentials,
    configurations: body.configurations
      ? limited(
          restoreSecrets(fromConfigurations(body.configurations), {
            stored: {},
            place: "configurations",
            providerFields: [],
          }),
          "configurations",
        )
      : null,
    conditions: fromConditions(limited(body.conditions ?? [], "conditions")),
    delivery: body.delivery ?? null,
    rates: fromRates(body.rates, provider.channel),
    pausedUntil: null,
    pausedFor: null,
    switchedOffAt: null,
    breakerOpenUntil: null,
    breakerTrips: 0,
    changedAt: now,
    // By default an integration is active once its credentials are complete, if its provider can send.
    isActive:
      body.active ?? (provider.canSend !== false && missingCredentials(provider, credentials).length === 0),
    isPrimary: false,
    priority: 0,
    deletedAt: null,
    deletedBy: null,
  };
}

function credentialsOf(
  { credentials: given, active, check }: IntegrationInput,
  provider: AnyProvider,
): Credentials {
  const restored = restoreSecrets(fromCredentials(given), {
    stored: {},
    place: "credentials",
    providerFields: provider.fields,
  });
  const credentials = limited(restored, "credentials");
  refuseSenderName(credentials);
  if (active || check) refuseIncomplete(provider, credentials);
  return credentials;
}
