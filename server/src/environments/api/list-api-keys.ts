import { listApiKeys as operation } from "@tidings/contract";
import { endpoint } from "../../http/endpoint.ts";
import { listApiKeys as list } from "../api-key-store.ts";
import { refuseOtherEnvironment, toApiKey } from "./api-key-wire.ts";

export const listApiKeys = endpoint(operation, async ({ database, environment, params }) => {
  refuseOtherEnvironment(environment, params.environmentId);
  return (await list(database, environment.id)).map(toApiKey);
});
