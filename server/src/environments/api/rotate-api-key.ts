import { rotateApiKey as operation } from "@tidings/contract";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { rotateApiKey as rotate } from "../create-api-key.ts";
import {
  apiKeyNotFound,
  futureMoment,
  refuseOtherEnvironment,
  toApiKey,
  toNewApiKey,
} from "./api-key-wire.ts";

export const rotateApiKey = (api: Api) =>
  endpoint(operation, async ({ database, environment, params: { environmentId, keyId }, body }) => {
    refuseOtherEnvironment(environment, environmentId);
    const now = api.clock.now();
    const momentOf = (field: "oldKeyExpiresAt" | "expiresAt") => {
      const text = body[field];
      return text === undefined ? undefined : futureMoment(field, text, now);
    };
    const ends = { oldKeyExpiresAt: momentOf("oldKeyExpiresAt"), expiresAt: momentOf("expiresAt") };
    const made = await database.transaction((tx) => rotate(tx, environment.id, { keyId, ...ends, now }));
    if (!made) throw apiKeyNotFound(keyId);
    return { ...toNewApiKey(made), replaces: toApiKey(made.replaces) };
  });
