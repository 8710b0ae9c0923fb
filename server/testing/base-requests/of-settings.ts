import { integrationBody, workflowBody } from "../world-bodies.ts";
import { type BaseRequests, everyStep, first } from "./base-request.ts";

/** What authorizes a write into another environment. */
const target = (apiKey: string) => ({ "target-authorization": `ApiKey ${apiKey}` });

/** Integrations, workflows, environments and the installation. */
export const OF_SETTINGS: BaseRequests = {
  listIntegrations: () => ({}),
  listActiveIntegrations: () => ({}),
  listProviders: () => ({}),
  createIntegration: ({ canary, own }, n) => ({
    body: { ...integrationBody(`new-${n}`, canary), _environmentId: first(own.environment) },
  }),
  updateIntegration: ({ shared, canary, own }) => {
    const { providerId: _, channel: __, ...body } = integrationBody(shared.integration, canary);
    return {
      params: { integrationId: shared.integration },
      body: { ...body, _environmentId: first(own.environment) },
    };
  },
  testIntegration: () => ({ params: { integrationId: "local-outbox" }, body: { to: "ada@example.com" } }),
  closeBreaker: () => ({ params: { integrationId: "local-outbox" } }),
  setPrimaryIntegration: () => ({ params: { integrationId: "local-outbox" } }),
  deleteIntegration: ({ shared }) => ({ params: { integrationId: shared.integration } }),
  createWorkflow: ({ canary }, n) => ({
    query: { dryRun: "false", failIfExists: "false" },
    body: { ...everyStep(canary), workflowId: `new-${n}` },
  }),
  listWorkflows: () => ({
    query: {
      limit: "10",
      offset: "0",
      query: "w",
      orderBy: "name",
      orderDirection: "ASC",
      tags: "common",
      status: "ACTIVE",
    },
  }),
  getWorkflow: ({ shared }) => ({ params: { workflowId: shared.workflow } }),
  updateWorkflow: ({ shared, canary }) => ({
    params: { workflowId: shared.workflow },
    query: { dryRun: "false", migrate: "false" },
    body: everyStep(canary),
  }),
  patchWorkflow: ({ shared, canary }) => {
    const { name, description, tags, active, validatePayload, payloadSchema } = workflowBody("w1", canary);
    return {
      params: { workflowId: shared.workflow },
      body: { name, description, tags, active, validatePayload, payloadSchema },
    };
  },
  deleteWorkflow: ({ shared }) => ({ params: { workflowId: shared.workflow } }),
  duplicateWorkflow: ({ shared, canary }, n) => ({
    params: { workflowId: shared.workflow },
    body: { name: canary, workflowId: `copy-${n}`, description: canary, tags: ["common"] },
  }),
  syncWorkflow: ({ shared, sibling }) => ({
    params: { workflowId: shared.workflow },
    body: { targetEnvironmentId: sibling.id },
    headers: target(sibling.apiKey),
  }),
  listWorkflowVersions: ({ shared }) => ({
    params: { workflowId: shared.workflow },
    query: { after: "9", limit: "10" },
  }),
  getWorkflowVersion: ({ shared }) => ({ params: { workflowId: shared.workflow, version: "1" } }),
  restoreWorkflowVersion: ({ shared }) => ({ params: { workflowId: shared.workflow, version: "1" } }),
  getWorkflowStep: ({ shared }) => ({ params: { workflowId: shared.workflow, stepId: "inbox" } }),
  previewStep: ({ shared, canary }) => ({
    params: { workflowId: shared.workflow, stepId: "inbox" },
    body: {
      controlValues: { subject: "{{ subscriber.firstName }}", body: "{{ payload.text | upcase }}" },
      previewPayload: {
        subscriber: { firstName: canary, data: { a: 1 } },
        payload: { text: canary },
        steps: { collect: { eventCount: 2 } },
        context: { tenant: { id: "acme", data: { a: 1 } } },
      },
    },
  }),
  getSystem: () => ({}),
  listEnvironments: () => ({}),
  createEnvironment: ({ own }, n) => ({
    body: {
      name: `New ${n} of ${first(own.environment)}`,
      color: "#7e52f4",
      identifier: `new-${n}-${first(own.environment)}`,
      isTest: true,
      isProtected: false,
      timezone: "America/Vancouver",
    },
  }),
  getOwnEnvironment: () => ({}),
  updateEnvironment: ({ own }, n) => ({
    params: { environmentId: first(own.environment) },
    body: {
      name: `Renamed ${n} of ${first(own.environment)}`,
      color: "#abc",
      identifier: `renamed-${n}-${first(own.environment)}`,
      isProtected: true,
      timezone: "Asia/Tokyo",
    },
  }),
  deleteEnvironment: ({ own, spareKey }) => ({
    params: { environmentId: first(own.spareEnvironment) },
    headers: target(spareKey),
  }),
  listApiKeys: ({ own }) => ({ params: { environmentId: first(own.environment) } }),
  createApiKey: ({ own, canary }) => ({
    params: { environmentId: first(own.environment) },
    body: { name: canary, scopes: ["read", "trigger"], expiresAt: "2099-01-01T00:00:00.000Z" },
  }),
  rotateApiKey: ({ own }) => ({
    params: { environmentId: first(own.environment), keyId: first(own.apiKey) },
    body: { oldKeyExpiresAt: "2099-01-01T00:00:00.000Z", expiresAt: "2099-01-01T00:00:00.000Z" },
  }),
  revokeApiKey: ({ own }) => ({
    params: { environmentId: first(own.environment), keyId: first(own.apiKey.slice(1)) },
  }),
  getTestClock: () => ({}),
  moveTestClock: () => ({ body: { advance: { amount: 1, unit: "hours" } } }),
  healthCheck: () => ({}),
  livez: () => ({}),
  readyz: () => ({}),
};
