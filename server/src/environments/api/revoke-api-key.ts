import { revokeApiKey as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { endpoint } from "../../http/endpoint.ts";
import { revokeApiKey as revoke } from "../api-key-store.ts";
import { apiKeyNotFound, refuseOtherEnvironment } from "./api-key-wire.ts";

export const revokeApiKey = endpoint(operation, async ({ database, environment, keyId, params }) => {
  refuseOtherEnvironment(environment, params.environmentId);
  if (params.keyId === keyId) {
    throw new AppError(
      "bad_request",
      "This request is made with that key: revoke it with another one, or with `tidings keys revoke` beside the store",
    );
  }
  if (!(await revoke(database, environment.id, params.keyId))) throw apiKeyNotFound(params.keyId);
  return { acknowledged: true, status: "deleted" };
});
