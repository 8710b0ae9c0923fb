import {
  closeBreaker,
  createIntegration,
  deleteIntegration,
  type IntegrationChanges,
  type IntegrationInput,
  type IntegrationTestInput,
  listActiveIntegrations,
  listIntegrations,
  setPrimaryIntegration,
  testIntegration,
  updateIntegration,
} from "@tidings/contract";
import type { Call } from "./call.ts";

export type Integrations = ReturnType<typeof integrations>;

/** `integrationId` is an integration's id or identifier. */
export const integrations = (call: Call) => ({
  list: () => call(listIntegrations),
  listActive: () => call(listActiveIntegrations),
  create: (body: IntegrationInput) => call(createIntegration, { body }),
  update: (integrationId: string, body: IntegrationChanges) =>
    call(updateIntegration, { params: { integrationId }, body }),
  setPrimary: (integrationId: string) => call(setPrimaryIntegration, { params: { integrationId } }),
  /** Sends one test message to `to`; resolves also if the provider refuses it (`outcome`). */
  test: (integrationId: string, body: IntegrationTestInput) =>
    call(testIntegration, { params: { integrationId }, body }),
  /** Lets the provider be called again at once. */
  closeBreaker: (integrationId: string) => call(closeBreaker, { params: { integrationId } }),
  /** Returns the remaining integrations. */
  delete: (integrationId: string) => call(deleteIntegration, { params: { integrationId } }),
});
