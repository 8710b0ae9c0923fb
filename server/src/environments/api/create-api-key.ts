import { createApiKey as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { createApiKey as create } from "../create-api-key.ts";
import { futureMoment, refuseOtherEnvironment, toNewApiKey } from "./api-key-wire.ts";

export const createApiKey = (api: Api) =>
  endpoint(operation, async ({ database, environment, params, body: { name, scopes, expiresAt } }) => {
    refuseOtherEnvironment(environment, params.environmentId);
    const now = api.clock.now();
    const end = expiresAt === undefined ? null : futureMoment("expiresAt", expiresAt, now);
    const newKey = { name, scopes, expiresAt: end, now };
    return toNewApiKey(await database.transaction((tx) => create(tx, environment.id, newKey)));
  });
