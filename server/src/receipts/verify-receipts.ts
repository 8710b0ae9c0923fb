import type { Queryable } from "../database/database.ts";
import { findEnvironment } from "../environments/environment-store.ts";
import { AppError } from "../foundation/app-error.ts";
import { isId } from "../foundation/id.ts";
import type { Integration } from "../integrations/integration.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import { textOf } from "../providers/credential.ts";
import type { ProviderIO } from "../providers/provider.ts";
import type { ReceiptRequest, ReceiptRules, Verification } from "../providers/receipts/receipt.ts";
import { receiptRulesOf } from "../providers/receipts/receipts.ts";

/** The place in the URL that a vendor called. */
export type ReceiptPlace = { environmentId: string; integrationId: string };
export type Receiving = {
  integrations: IntegrationStore;
  call: ProviderIO["request"];
  now: Date;
};

/** An integration that receives receipts, its vendor's rules, and what they check a request with. */
export type Receiver = {
  integration: Integration;
  rules: ReceiptRules;
  verification: Verification & { signingKey: string };
};

/** The same for every address without receipts, so that the answer tells nothing about an environment. */
const UNKNOWN = "No integration at this URL receives receipts";

/** The integration at this place. @throws AppError unauthorized */
export async function findReceiver(
  database: Queryable,
  { environmentId, integrationId }: ReceiptPlace,
  { integrations, call, now }: Receiving,
  request: ReceiptRequest,
): Promise<Receiver> {
  if (!isId(environmentId) || !isId(integrationId)) throw unknown();
  const environment = await findEnvironment(database, environmentId);
  const listed = environment ? await integrations.list(database, environmentId) : [];
  const integration = listed.find(({ id }) => id === integrationId);
  const rules = integration && receiptRulesOf(integration.providerId);
  if (!integration || !rules || integration.configurations?.inboundWebhookEnabled === false) throw unknown();
  const signingKey = signingKeyOf(integration, rules);
  return {
    integration,
    rules,
    verification: { request, signingKey, credentials: integration.credentials, now, call },
  };
}

function unknown(): AppError {
  return new AppError("unauthorized", UNKNOWN);
}

function signingKeyOf({ configurations, credentials }: Integration, rules: ReceiptRules): string {
  const given = configurations?.inboundWebhookSigningKey;
  if (typeof given === "string" && given.trim() !== "") return given.trim();
  const other = rules.fallbackField === undefined ? undefined : textOf(credentials, rules.fallbackField);
  if (other !== undefined) return other;
  throw new AppError(
    "unauthorized",
    "The integration has no configurations.inboundWebhookSigningKey, with which receipts are verified",
  );
}

/** @throws AppError unauthorized unless the vendor signed the request, and recently. */
export async function refuseUnsigned({ rules, verification }: Receiver): Promise<void> {
  if (await rules.verify(verification)) return;
  throw new AppError("unauthorized", "The signature of the receipt is missing, wrong or too old");
}
