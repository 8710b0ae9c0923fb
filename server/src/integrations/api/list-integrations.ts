import { listIntegrations as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { withHealth } from "./health-wire.ts";
import { toIntegrations } from "./integration-wire.ts";

export const listIntegrations = (api: Api) =>
  endpoint(operation, async ({ database, environment }) => {
    const all = await api.integrations.list(database, environment.id);
    return withHealth(database, environment.id, toIntegrations(all, environment, api));
  });
