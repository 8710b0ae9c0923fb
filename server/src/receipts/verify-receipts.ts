import type { Queryable } from "../database/database.ts";
import { findEnvironment } from "../environments/environment-store.ts";
import { AppError } from "../foundation/app-error.ts";
import { isId } from "../foundation/id.ts";
import type { Log } from "../foundation/log.ts";
import { loggedError } from "../foundation/logged-error.ts";
import type { Integration } from "../integrations/integration.ts";
import type { IntegrationStore } from "../integrations/integration-store.ts";
import { textOf } from "../providers/credential.ts";
import type { ProviderIO } from "../providers/provider.ts";
import type { Certificates } from "../providers/receipts/certificates.ts";
import type { ReceiptRequest, ReceiptRules, Verification } from "../providers/receipts/receipt.ts";
import { receiptRulesOf } from "../providers/receipts/receipts.ts";
import { UnjudgedReceipt } from "../providers/receipts/unjudged.ts";

/** The place in the URL that a vendor called. */
export type ReceiptPlace = { environmentId: string; integrationId: string };
export type Receiving = {
  integrations: IntegrationStore;
  call: ProviderIO["request"];
  certificates: Certificates;
  /** Where the request came from; see `http/client-address.ts`. */
  address: string;
  now: Date;
};

/** The provider of an integration that receives receipts, the vendor's rules, and what they check a request with. */
export type Receiver = {
  providerId: string;
  rules: ReceiptRules;
  verification: Verification & { signingKey: string };
};

/** The same for every address without receipts, so that the answer tells nothing about an environment. */
const UNKNOWN = "No integration at this URL receives receipts";

/** The integration at this place. @throws AppError unauthorized */
export async function findReceiver(
  database: Queryable,
  { environmentId, integrationId }: ReceiptPlace,
  { integrations, call, certificates, address, now }: Receiving,
  request: ReceiptRequest,
): Promise<Receiver> {
  if (!isId(environmentId) || !isId(integrationId)) throw unknown();
  const environment = await findEnvironment(database, environmentId);
  const listed = environment ? await integrations.list(database, environmentId) : [];
  const integration = listed.find(({ id }) => id === integrationId);
  const rules = integration && receiptRulesOf(integration.providerId);
  if (!integration || !rules || integration.configurations?.inboundWebhookEnabled === false) throw unknown();
  const signingKey = signingKeyOf(integration, rules);
  const fetchCertificate = certificates.for({ integrationId, address });
  const { credentials } = integration;
  return {
    providerId: integration.providerId,
    rules,
    verification: { request, signingKey, credentials, now, call, fetchCertificate },
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

/** Vendors repeat a request after some seconds at the earliest. */
const RETRY_S = 10;

/**
 * The only place where a vendor's code sees a request that is not verified. Any fault of the request is the same 401, and so is an
 * error of that code. The log has the type and the stack of the error, without its message, which may repeat the request.
 * @returns the answer to a request by which the vendor checks the address; undefined for events that the vendor signed recently.
 * @throws AppError unauthorized
 * @throws AppError unavailable when the vendor's certificate cannot be fetched now: vendors repeat a request only after a 5xx.
 */
export async function judge(
  { providerId, rules, verification }: Receiver,
  log: Log,
): Promise<string | undefined> {
  try {
    const answer = await rules.handshake?.(verification);
    if (answer !== undefined || (await rules.verify(verification))) return answer;
  } catch (error) {
    if (error instanceof UnjudgedReceipt) throw unjudged(error);
    log.error(
      { providerId, fault: withoutMessage(error) },
      "a receipt could not be verified because of an unexpected error, and was refused",
    );
  }
  throw new AppError("unauthorized", "The signature of the receipt is missing, wrong or too old");
}

function unjudged(cause: UnjudgedReceipt): AppError {
  const sentence = "The receipt cannot be verified now, because the provider does not answer; retry";
  return new AppError("unavailable", sentence, { retryAfterSeconds: RETRY_S, cause });
}

function withoutMessage(error: unknown) {
  const logged = loggedError(error);
  if (typeof logged === "string") return logged;
  const { message: _, cause: __, ...rest } = logged;
  return rest;
}
