import { listIntegrations as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { toIntegrations } from "./integration-wire.ts";

export const listIntegrations = (api: Api) =>
  endpoint(operation, async ({ database, environment }) =>
    toIntegrations(await api.integrations.list(database, environment.id), environment, api),
  );
