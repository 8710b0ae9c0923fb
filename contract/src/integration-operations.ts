import { Type } from "typebox";
import { pathId } from "./fields.ts";
import {
  Integration,
  IntegrationChanges,
  IntegrationInput,
  IntegrationTest,
  IntegrationTestInput,
} from "./integrations.ts";
import { LIMITS } from "./limits.ts";
import { operation } from "./operation.ts";

const chapter = "Integrations";
const params = Type.Object({ integrationId: pathId("The integration's id or its identifier.") });
const response = Type.Array(Integration);

export const listIntegrations = operation({
  id: "listIntegrations",
  chapter,
  method: "GET",
  path: "/v1/integrations",
  summary: "List all integrations",
  status: 200,
  response,
});

export const listActiveIntegrations = operation({
  id: "listActiveIntegrations",
  chapter,
  method: "GET",
  path: "/v1/integrations/active",
  summary: "List active integrations",
  status: 200,
  response,
});

export const createIntegration = operation({
  id: "createIntegration",
  chapter,
  method: "POST",
  path: "/v1/integrations",
  summary: "Create an integration",
  description: `The first active e-mail or SMS integration becomes the primary integration of its channel. An environment has at most ${LIMITS.integrationsCount} integrations.`,
  status: 201,
  failures: [400, 409],
  body: IntegrationInput,
  response: Integration,
});

export const updateIntegration = operation({
  id: "updateIntegration",
  chapter,
  method: "PUT",
  path: "/v1/integrations/:integrationId",
  summary: "Update an integration",
  description:
    "Each given field replaces the stored one completely. If host, port, baseUrl, webhookUrl, domain, region, redirectUrl or tlsOptions of the credentials change, secrets must be given in plain text; masked secrets are refused.",
  status: 200,
  failures: [400, 404, 409],
  params,
  body: IntegrationChanges,
  response: Integration,
});

export const setPrimaryIntegration = operation({
  id: "setPrimaryIntegration",
  chapter,
  method: "POST",
  path: "/v1/integrations/:integrationId/set-primary",
  summary: "Make an integration the primary one of its channel",
  description: "Only e-mail and SMS have a primary integration.",
  status: 200,
  failures: [400, 404],
  params,
  response: Integration,
});

export const testIntegration = operation({
  id: "testIntegration",
  chapter,
  method: "POST",
  path: "/v1/integrations/:integrationId/test",
  summary: "Send a test message through an integration",
  description:
    "Sends one fixed message to `to`, past all workflows, preferences and retries, and returns what the provider answered. Also works while the integration is inactive. Nothing is stored.",
  status: 200,
  failures: [400, 404, 429],
  params,
  body: IntegrationTestInput,
  showsAddress: "to",
  response: IntegrationTest,
});

export const closeBreaker = operation({
  id: "closeBreaker",
  chapter,
  method: "POST",
  path: "/v1/integrations/:integrationId/close-breaker",
  summary: "Close the circuit breaker of an integration",
  description:
    "Calls the provider again at once: messages that waited for the circuit breaker, or because the provider asked to wait, become due. If the provider still fails, the breaker opens again. A worker of another process that opened the breaker less than 5 s ago may hold messages back once more.",
  status: 200,
  failures: [404],
  params,
  response: Integration,
});

/** Specification: Delete an integration. */
export const deleteIntegration = operation({
  id: "deleteIntegration",
  chapter,
  method: "DELETE",
  path: "/v1/integrations/:integrationId",
  summary: "Delete an integration",
  description: "Deletes the integration permanently and returns the remaining integrations.",
  status: 200,
  failures: [404],
  params,
  response,
});

export const INTEGRATION_OPERATIONS = [
  listIntegrations,
  listActiveIntegrations,
  createIntegration,
  updateIntegration,
  setPrimaryIntegration,
  testIntegration,
  closeBreaker,
  deleteIntegration,
] as const;
