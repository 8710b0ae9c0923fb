import {
  createIntegration,
  deleteIntegration,
  type IntegrationChanges,
  type IntegrationInput,
  listActiveIntegrations,
  listIntegrations,
  setPrimaryIntegration,
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
  /** Returns the remaining integrations. */
  delete: (integrationId: string) => call(deleteIntegration, { params: { integrationId } }),
});
