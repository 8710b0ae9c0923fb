import { isJsonObject, type JsonObject } from "../../foundation/json.ts";
import { entryAt, textAt } from "../json-path.ts";
import { type Meaning, reasonAt, receiptOf, secondsIn } from "./event-fields.ts";
import type { Receipt, ReceiptRequest, ReceiptRules } from "./receipt.ts";
import { headerOf, hmacOf, isSame } from "./signatures.ts";

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples#message-status-updates */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  delivered: { kind: "delivered" },
  read: { kind: "opened" },
  failed: { kind: "failed" },
};

/**
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started: HMAC with SHA-256 over the body. There is no
 * timestamp; a repeated request has no effect.
 */
export const whatsappBusinessReceipts: ReceiptRules = {
  signingKey: {
    label: "App secret",
    help: "App settings, Basic, App secret in Meta for Developers. The verify token is the _id of the integration.",
  },
  verify({ request: { headers, body }, signingKey }) {
    const given = headerOf(headers, "x-hub-signature-256");
    return given !== undefined && isSame(given, `sha256=${hmacOf(body, { key: signingKey })}`);
  },
  receiptsIn: (content) =>
    listIn(content, "entry")
      .flatMap((entry) => listIn(entry, "changes"))
      .flatMap((change) => (isJsonObject(change) ? listIn(change.value, "statuses") : []))
      .flatMap(receiptIn),
  handshake: ({ request }) => challengeOf(request),
};

/** Meta checks the URL once, when it is entered: the answer is `hub.challenge`. */
function challengeOf({ method, url, content }: ReceiptRequest): string | undefined {
  if (method !== "GET" || !isJsonObject(content) || content["hub.mode"] !== "subscribe") return undefined;
  const integrationId = new URL(url).pathname.split("/").at(-1);
  const challenge = content["hub.challenge"];
  const isUsable = typeof challenge === "string" && /^[\w-]{1,200}$/.test(challenge);
  return isUsable && content["hub.verify_token"] === integrationId ? challenge : undefined;
}

function listIn(value: unknown, name: string): unknown[] {
  const list = isJsonObject(value) ? (value as JsonObject)[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function receiptIn(event: unknown): Receipt[] {
  const parts = {
    at: secondsIn(textAt(event, "timestamp")),
    address: textAt(event, "recipient_id"),
    reason: reasonAt(event, "errors.0.error_data.details", "errors.0.message", "errors.0.title"),
  };
  return receiptOf(textAt(event, "id"), entryAt(MEANINGS, textAt(event, "status")), parts, event);
}
