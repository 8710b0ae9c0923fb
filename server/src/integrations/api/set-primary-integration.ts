import { setPrimaryIntegration as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { refuseIncomplete } from "../completeness.ts";
import { findByName, hasPrimary, type Integration } from "../integration.ts";
import { saveWithPriority } from "../save-with-priority.ts";
import { refuseMalformedId, toIntegration } from "./integration-wire.ts";

/** Also activates the integration: a primary one must be able to send. */
export const setPrimaryIntegration = (api: Api) =>
  endpoint(operation, async ({ database, environment, params: { integrationId } }) => {
    const primary = await database.transaction(async (tx) => {
      const all = await api.integrations.lockAll(tx, environment.id);
      const chosen = findByName(all, integrationId);
      if (!chosen) {
        refuseMalformedId(integrationId);
        throw new AppError("not_found", `Integration with id ${integrationId} not found`);
      }
      refuseUnfit(api, chosen);
      const others = all.filter((other) => other !== chosen);
      const target = { tx, environmentId: environment.id, others };
      return saveWithPriority(
        api.integrations,
        target,
        { ...chosen, isActive: true, isPrimary: true },
        "update",
      );
    });
    return toIntegration(primary, environment, api);
  });

function refuseUnfit(api: Api, { channel, conditions, providerId, credentials }: Integration): void {
  if (!hasPrimary(channel)) {
    throw new AppError("bad_request", `Channel ${channel} does not support primary`);
  }
  if (conditions) {
    throw new AppError(
      "bad_request",
      "An integration with conditions cannot be primary; remove its conditions first",
    );
  }
  const provider = api.providers.find(providerId);
  if (provider) refuseIncomplete(provider, credentials);
}
