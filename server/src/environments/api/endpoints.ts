import type { Api, Endpoint } from "../../http/endpoint.ts";
import { createApiKey } from "./create-api-key.ts";
import { createEnvironment } from "./create-environment.ts";
import { deleteEnvironment } from "./delete-environment.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { getOwnEnvironment, listEnvironments } from "./read-environments.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";
import { moveClock, readClock } from "./test-clock.ts";
import { updateEnvironment } from "./update-environment.ts";

export function environmentEndpoints(api: Api): Endpoint[] {
  return [
    listEnvironments,
    createEnvironment(api),
    getOwnEnvironment,
    updateEnvironment,
    deleteEnvironment,
    listApiKeys,
    createApiKey(api),
    rotateApiKey(api),
    revokeApiKey,
    readClock,
    moveClock(api),
  ];
}
