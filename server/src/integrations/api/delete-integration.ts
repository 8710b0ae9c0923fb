import { deleteIntegration as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { findByName } from "../integration.ts";
import { renumber } from "../primary-integration.ts";
import { integrationNotFound, toIntegrations } from "./integration-wire.ts";

/** There are no users: clients delete integrations with an API key of the environment. */
const DELETED_BY = "api-key";

export const deleteIntegration = (api: Api) =>
  endpoint(operation, async ({ database, environment, params: { integrationId } }) => {
    const remaining = await database.transaction(async (tx) => {
      const all = await api.integrations.lockAll(tx, environment.id);
      const gone = findByName(all, integrationId);
      if (!gone) throw integrationNotFound(integrationId);
      await api.integrations.softDelete(tx, environment.id, { id: gone.id, deletedBy: DELETED_BY });
      const others = all.filter((other) => other !== gone);
      await api.integrations.setPriorities(tx, environment.id, renumber(others, gone.channel));
      return others;
    });
    return toIntegrations(remaining, environment, api);
  });
