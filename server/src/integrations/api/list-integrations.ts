import { listIntegrations as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { readHealth } from "../health/health-store.ts";
import { healthById } from "./health-wire.ts";
import { toIntegrations } from "./integration-wire.ts";

export const listIntegrations = (api: Api) =>
  endpoint(operation, async ({ database, environment }) => {
    const integrations = toIntegrations(
      await api.integrations.list(database, environment.id),
      environment,
      api,
    );
    const health = healthById(await readHealth(database, environment.id));
    return integrations.map((one) => ({ ...one, ...health.get(one._id ?? "") }));
  });
