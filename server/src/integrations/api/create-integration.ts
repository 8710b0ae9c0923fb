import { type IntegrationInput, createIntegration as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { newId } from "../../foundation/id.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import type { AnyProvider } from "../../providers/provider.ts";
import { missingCredentials, refuseIncomplete } from "../completeness.ts";
import { identifierFor } from "../identifier.ts";
import type { Integration } from "../integration.ts";
import { join } from "../line-up.ts";
import { renumber } from "../primary-integration.ts";
import { restoreSecrets } from "../secret-credentials.ts";
import {
  fromConditions,
  fromConfigurations,
  fromCredentials,
  fromProvider,
  refuseForeignEnvironment,
  toIntegration,
} from "./integration-wire.ts";

export const createIntegration = (api: Api) =>
  endpoint(operation, async ({ environment, body }) => {
    refuseForeignEnvironment(environment, body);
    const drafted = draft(body, fromProvider(body, api), newId(api.clock.now().getTime()));
    const created = await api.database.transaction(async (tx) => {
      const others = await api.integrations.lockAll(tx, environment.id);
      refuseTaken(others, drafted);
      const integration = drafted.isActive ? join(others, drafted) : drafted;
      await api.integrations.insert(tx, environment.id, integration);
      const priorities = renumber([...others, integration], integration.channel);
      await api.integrations.setPriorities(tx, environment.id, priorities);
      return integration;
    });
    return toIntegration(created, environment, api);
  });

/** The integration as it is asked for, before it has a place among the others. */
function draft(body: IntegrationInput, provider: AnyProvider, id: string): Integration {
  const name = body.name?.trim() || provider.name;
  const credentials = restoreSecrets(fromCredentials(body.credentials), {});
  if (body.active || body.check) refuseIncomplete(provider, credentials);
  return {
    id,
    identifier: body.identifier ?? identifierFor(name),
    name,
    channel: provider.channel,
    providerId: provider.id,
    credentials,
    configurations: body.configurations ? fromConfigurations(body.configurations) : null,
    conditions: fromConditions(body.conditions ?? []),
    // Said nothing, it sends as soon as it can.
    isActive: body.active ?? missingCredentials(provider, credentials).length === 0,
    isPrimary: false,
    priority: 0,
    deletedAt: null,
    deletedBy: null,
  };
}

function refuseTaken(others: readonly Integration[], { identifier, channel }: Integration): void {
  if (others.some((other) => other.identifier === identifier)) {
    throw new AppError("conflict", "Integration with identifier already exists");
  }
  if (channel === "in_app" && others.some((other) => other.channel === channel)) {
    throw new AppError("bad_request", "An environment can have only one in-app integration");
  }
}
