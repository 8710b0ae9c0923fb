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

/** An integration is named by its id or its identifier. */
export const integrations = (call: Call) => ({
  list: () => call(listIntegrations),
  listActive: () => call(listActiveIntegrations),
  create: (body: IntegrationInput) => call(createIntegration, { body }),
  update: (integrationId: string, body: IntegrationChanges) =>
    call(updateIntegration, { params: { integrationId }, body }),
  setPrimary: (integrationId: string) => call(setPrimaryIntegration, { params: { integrationId } }),
  /** Answers the integrations that remain. */
  delete: (integrationId: string) => call(deleteIntegration, { params: { integrationId } }),
});
