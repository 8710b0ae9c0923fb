import type { ProviderId } from "@tidings/contract";
import { expect } from "vitest";
import { systemTime } from "../src/foundation/clock.ts";
import { createProviders } from "../src/providers/providers.ts";
import { receiptRulesOf } from "../src/providers/receipts/receipts.ts";
import type { ReceiptCase } from "./receipt-case.ts";
import type { TestEnvironment } from "./test-environment.ts";

const vendors = createProviders(systemTime);
vendors.close();

const providerIdOf = ({ rules }: ReceiptCase) =>
  vendors.list.find(({ id }) => receiptRulesOf(id) === rules)?.id as ProviderId;

/**
 * Creates an integration of the vendor that only receives; a disabled one still gets receipts of what it sent before.
 * @param signingKey default: the vendor's own
 * @returns its id and the path that receipts are sent to
 */
export async function givenReceiver(
  environment: TestEnvironment,
  vendor: ReceiptCase,
  { signingKey = vendor.signingKey, credentials }: { signingKey?: string; credentials?: object } = {},
) {
  const providerId = providerIdOf(vendor);
  const { status, body } = await environment.post("/v1/integrations", {
    providerId,
    channel: vendors.find(providerId)?.channel,
    active: false,
    ...(credentials ? { credentials } : {}),
    configurations: { inboundWebhookSigningKey: signingKey },
  });
  expect(status).toBe(201);
  const id = body._id as string;
  return { id, path: `/v2/inbound-webhooks/delivery-providers/${environment.id}/${id}` };
}
