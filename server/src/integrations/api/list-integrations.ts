import { listIntegrations as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { withHealth } from "./health-wire.ts";
import { toIntegrations } from "./integration-wire.ts";
import { withRateWaits } from "./rate-wire.ts";

export const listIntegrations = (api: Api) =>
  endpoint(operation, async ({ database, environment }) => {
    const all = await api.integrations.list(database, environment.id);
    const shown = await withHealth(database, environment.id, toIntegrations(all, environment, api));
    return withRateWaits(database, environment.id, { stored: all, shown });
  });
