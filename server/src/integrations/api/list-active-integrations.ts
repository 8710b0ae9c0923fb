import { listActiveIntegrations as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { toIntegrations } from "./integration-wire.ts";

export const listActiveIntegrations = (api: Api) =>
  endpoint(operation, async ({ database, environment }) => {
    const integrations = await api.integrations.list(database, environment.id);
    return toIntegrations(
      integrations.filter(({ isActive }) => isActive),
      environment,
      api,
    );
  });
