import { type Static, Type } from "typebox";
import { databaseId } from "./fields.ts";
import { operation } from "./operation.ts";
import { words } from "./vocabulary.ts";

/** What a provider reports about a message, in Novu's words. */
const RECEIPT_STATUSES = [
  "delivered",
  "deferred",
  "bounced",
  "failed",
  "complaint",
  "unsubscribed",
  "opened",
  "clicked",
] as const;

export const ReceiptResult = Type.Object(
  {
    id: Type.String({ description: "The message that the event is about." }),
    event: Type.Object({
      status: words(RECEIPT_STATUSES),
      date: Type.String({ description: "The provider's time of the event." }),
      externalId: Type.String({ description: "The provider's id of the message." }),
      response: Type.Optional(Type.String({ description: "The provider's reason for a failure." })),
    }),
  },
  { title: "ReceiptResult", description: "A stored event of a delivery provider." },
);
export type ReceiptResult = Static<typeof ReceiptResult>;

/**
 * Called by vendors, not by clients: not in `OPERATIONS`, because it takes no API key and its body has the vendor's form.
 * The OpenAPI document lists it.
 */
export const receiveReceipts = operation({
  id: "receiveReceipts",
  chapter: "Receipts",
  method: "POST",
  path: "/v2/inbound-webhooks/delivery-providers/:environmentId/:integrationId",
  summary: "Receive delivery receipts of a provider",
  description:
    "The URL to enter at the provider. The provider's signature is checked with `configurations.inboundWebhookSigningKey` of the integration; a request with a wrong or missing signature, or one signed more than 5 minutes ago, gets 401; so does a signature of Mailgun that comes with another event than before. While a certificate cannot be fetched, the answer is 503. The body has the provider's own form. Events of unknown messages and repeated events are ignored. Providers that send GET requests may use the same URL.",
  status: 200,
  failures: [400, 401, 413, 503],
  isOpen: true,
  takesNoKey: true,
  params: Type.Object({
    environmentId: databaseId("The `_id` of the environment."),
    integrationId: databaseId("The `_id` of the integration."),
  }),
  response: Type.Array(ReceiptResult),
});
