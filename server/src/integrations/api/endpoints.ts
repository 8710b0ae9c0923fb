import type { Api, Endpoint } from "../../http/endpoint.ts";
import { createIntegration } from "./create-integration.ts";
import { deleteIntegration } from "./delete-integration.ts";
import { listActiveIntegrations } from "./list-active-integrations.ts";
import { listIntegrations } from "./list-integrations.ts";
import { listProviders } from "./list-providers.ts";
import { setPrimaryIntegration } from "./set-primary-integration.ts";
import { testIntegration } from "./test-integration.ts";
import { updateIntegration } from "./update-integration.ts";

export function integrationEndpoints(api: Api): Endpoint[] {
  return [
    listIntegrations(api),
    listActiveIntegrations(api),
    createIntegration(api),
    updateIntegration(api),
    setPrimaryIntegration(api),
    testIntegration(api),
    deleteIntegration(api),
    listProviders(api),
  ];
}
