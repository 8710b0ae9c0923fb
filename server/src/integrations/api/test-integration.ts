import { type IntegrationTest, testIntegration as operation } from "@tidings/contract";
import { AppError } from "../../foundation/app-error.ts";
import { type Api, endpoint } from "../../http/endpoint.ts";
import { findByName } from "../integration.ts";
import { sendTestMessage, type TestSending } from "../test-message.ts";
import { integrationNotFound, refuseMalformedId } from "./integration-wire.ts";

export const testIntegration = (api: Api) =>
  endpoint(operation, async ({ database, environment, params: { integrationId }, body: { to } }) => {
    const all = await api.integrations.list(database, environment.id);
    const integration = findByName(all, integrationId);
    if (!integration) {
      refuseMalformedId(integrationId);
      throw integrationNotFound(integrationId);
    }
    const provider = api.providers.find(integration.providerId);
    if (!provider || provider.channel === "in_app") throw notTestable(integration.providerId);
    const sent = await api.directCalls.run(environment.id, () =>
      sendTestMessage(provider, integration, { to, io: api.io, time: api.time }),
    );
    return toTest(sent);
  });

function notTestable(providerId: string): AppError {
  return new AppError(
    "bad_request",
    `The provider ${providerId} calls no vendor, so there is nothing to test; trigger a workflow instead`,
  );
}

function toTest({ outcome, tookMs, status }: TestSending): IntegrationTest {
  const { kind, raw } = outcome;
  const { providerMessageId } = kind === "accepted" ? outcome : {};
  return {
    outcome: kind,
    ...(kind === "accepted" ? {} : { reason: outcome.reason }),
    ...(status === undefined ? {} : { status }),
    ...(providerMessageId === undefined ? {} : { providerMessageId }),
    tookMs,
    ...(raw === undefined ? {} : { raw }),
  };
}
