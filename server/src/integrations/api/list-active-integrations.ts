import { listActiveIntegrations as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { withHealth } from "./health-wire.ts";
import { toIntegrations } from "./integration-wire.ts";

export const listActiveIntegrations = (api: Api) =>
  endpoint(operation, async ({ database, environment }) => {
    const all = await api.integrations.list(database, environment.id);
    const active = all.filter(({ isActive }) => isActive);
    return withHealth(database, environment.id, toIntegrations(active, environment, api));
  });
