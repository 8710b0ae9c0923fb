import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, verdictAt } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { chatAccount } from "./chat-account.ts";
import { PLAIN_TEXT } from "./markup.ts";

const FIELDS = [
  {
    name: "apiToken",
    label: "Access token",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Of a system user with the permission whatsapp_business_messaging.",
  },
  {
    name: "phoneNumberIdentification",
    label: "Phone number ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The ID of the sending number (not the number) under API Setup in the Meta app.",
  },
  BASE_URL,
] as const;

/**
 * https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes. 131047: more than 24 hours since the recipient's
 * last message, so that only a template may be sent; the number itself is right.
 */
const CODES: CodesByKind = {
  recipient_error: ["130472", "131021", "131026", "131030", "131049", "131050"],
  rejected: ["131008", "131009", "131047", "131051", "132000", "132001"],
  config_error: [
    ...["0", "3", "10", "33", "190", "200", "368"],
    ...["131005", "131031", "131037", "131042", "131045", "133010"],
  ],
  not_processed: ["2", "131016", "131048", "131057"],
  ambiguous: ["1", "131000"],
};
/** Rate limits: of the app, the account, the sending number, and of messages from it to one recipient. */
const THROTTLED = ["4", "80007", "130429", "131056"];

function judge(response: VendorResponse): Verdict | undefined {
  const { status, json } = response;
  if (status < 300)
    return { kind: textAt(json, "messages.0.id") || textAt(json, "id") ? "accepted" : "ambiguous" };
  if (THROTTLED.includes(textAt(json, "error.code") ?? ""))
    return { kind: "not_processed", isThrottled: true };
  return verdictAt(response, "error.code", CODES);
}

const ADDRESS = "https://graph.facebook.com/v23.0";

/**
 * https://developers.facebook.com/docs/whatsapp/cloud-api/messages/text-messages: at most 4,096 characters. Outside of 24 hours
 * after the recipient's last message, `_passthrough.body` must make it a template (`type`, `template`). A `baseUrl` contains the
 * version of the Graph API. Has no idempotency key.
 */
export const whatsappBusiness = chatAccount({
  id: "whatsapp-business",
  displayName: "WhatsApp Business",
  docsUrl: "https://developers.facebook.com/docs/whatsapp/cloud-api/messages/text-messages",
  fields: FIELDS,
  reading: { idPaths: ["messages.0.id"], errorPaths: ["error.error_data.details", "error.message"], judge },
  markupOf: () => PLAIN_TEXT,
  requestOf: ({ to, body }, account) => ({
    url: account.url(ADDRESS, `/${encodeURIComponent(account.text("phoneNumberIdentification"))}/messages`),
    headers: { authorization: `Bearer ${account.text("apiToken")}` },
    json: {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to,
      type: "text",
      text: { preview_url: false, body },
    },
  }),
  checkOf: (account) => ({
    method: "GET",
    url: account.url(ADDRESS, `/${encodeURIComponent(account.text("phoneNumberIdentification"))}`),
    headers: { authorization: `Bearer ${account.text("apiToken")}` },
  }),
});
