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
import type { Call, TargetKey } from "./call.ts";

export type Environments = ReturnType<typeof environments>;

/** The environments of the key's organization. */
export const environments = (call: Call) => ({
  list: () => call(listEnvironments),
  /** The environment of the client's API key. */
  me: () => call(getOwnEnvironment),
  /** Only this answer contains the new environment's first API key. */
  create: (body: EnvironmentInput) => call(createEnvironment, { body }),
  /** Omitted fields stay unchanged. An environment other than the client's own needs an API key of it. */
  update: (environmentId: string, body: EnvironmentChanges, target: TargetKey = {}) =>
    call(updateEnvironment, { params: { environmentId }, body, ...target }),
  /** Permanently, with all its data; needs an API key of it, and fails with 400 for the client's own environment. */
  delete: (environmentId: string, target: TargetKey = {}) =>
    call(deleteEnvironment, { params: { environmentId }, ...target }),
});

export type ApiKeys = ReturnType<typeof apiKeys>;

/** API keys of the client's own environment. */
export const apiKeys = (call: Call) => ({
  list: (environmentId: string) => call(listApiKeys, { params: { environmentId } }),
  /** Only this answer contains the key. */
  create: (environmentId: string, body: ApiKeyInput) =>
    call(createApiKey, { params: { environmentId }, body }),
  /** Creates a replacement key; the old key expires in 24 hours unless `oldKeyExpiresAt` is given. */
  rotate: (environmentId: string, keyId: string, body: ApiKeyRotation = {}) =>
    call(rotateApiKey, { params: { environmentId, keyId }, body }),
  /** All servers refuse the key within 5 seconds. */
  revoke: (environmentId: string, keyId: string) => call(revokeApiKey, { params: { environmentId, keyId } }),
});
