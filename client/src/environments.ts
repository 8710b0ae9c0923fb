import {
  type ApiKeyInput,
  type ApiKeyRotation,
  createApiKey,
  createEnvironment,
  deleteEnvironment,
  type EnvironmentChanges,
  type EnvironmentInput,
  getOwnEnvironment,
  listApiKeys,
  listEnvironments,
  revokeApiKey,
  rotateApiKey,
  updateEnvironment,
} from "@tidings/contract";
import type { Call } from "./call.ts";

export type Environments = ReturnType<typeof environments>;

/** The environments of the key's organization. */
export const environments = (call: Call) => ({
  list: () => call(listEnvironments),
  /** The one that the client's API key opens. */
  me: () => call(getOwnEnvironment),
  /** The answer holds the new environment's first API key, which no other answer shows. */
  create: (body: EnvironmentInput) => call(createEnvironment, { body }),
  /** A field left out stays. */
  update: (environmentId: string, body: EnvironmentChanges) =>
    call(updateEnvironment, { params: { environmentId }, body }),
  /** For good, with all that belongs to it; refused with a 400 for the client's own environment. */
  delete: (environmentId: string) => call(deleteEnvironment, { params: { environmentId } }),
});

export type ApiKeys = ReturnType<typeof apiKeys>;

/** The API keys of the environment that the client's own key opens. */
export const apiKeys = (call: Call) => ({
  list: (environmentId: string) => call(listApiKeys, { params: { environmentId } }),
  /** The answer holds the key, which no other answer shows. */
  create: (environmentId: string, body: ApiKeyInput) =>
    call(createApiKey, { params: { environmentId }, body }),
  /** A second key like the first, which ends in 24 hours unless `oldKeyExpiresAt` says otherwise. */
  rotate: (environmentId: string, keyId: string, body: ApiKeyRotation = {}) =>
    call(rotateApiKey, { params: { environmentId, keyId }, body }),
  /** Refused everywhere within 5 seconds. */
  revoke: (environmentId: string, keyId: string) => call(revokeApiKey, { params: { environmentId, keyId } }),
});
