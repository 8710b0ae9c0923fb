import { BASE_URL } from "../common-fields.ts";
import { UNLISTED } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { withoutPlus } from "./sms-text.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "apiKey",
    label: "API key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "The key of the SMS integration in the Clickatell portal.",
  },
  { ...SENDER, isRequired: false, help: "The number of a two-way integration; leave it empty otherwise." },
  BASE_URL,
] as const;

/** A 2xx or 400 has a result for each message; the global `error` is null then. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status >= 300 && status !== 400) return undefined;
  const accepted = (json as { messages?: { accepted?: unknown }[] } | undefined)?.messages?.[0]?.accepted;
  if (accepted === true) return { kind: "accepted" };
  if (accepted === undefined) return status === 400 ? undefined : { kind: "ambiguous" };
  const description = textAt(json, "messages.0.error.description", 4_000) ?? "";
  const isRecipient = /destination|recipient|opted out|"?to"? (number|address)/i.test(description);
  return isRecipient ? { kind: "recipient_error" } : UNLISTED;
}

/**
 * https://guides.clickatell.com/clickatell-chat-commerce-platform/developer/channels/whatsapp-and-sms-one-api. Has no
 * idempotency key; `clientMessageId` returns in the status callbacks.
 */
export const clickatell = smsVendor({
  id: "clickatell",
  displayName: "Clickatell",
  docsUrl: "https://www.clickatell.com/developers/api-documentation/one-api-send-plain-text-message/",
  fields: FIELDS,
  reading: {
    idPaths: ["messages.0.apiMessageId"],
    errorPaths: ["messages.0.error.description", "error.description"],
    judge,
  },
  // https://www.clickatell.com/developers/api-documentation/rest-api-get-account-balance/
  checkOf: (account) => ({
    url: account.url("https://platform.clickatell.com", "/public-client/balance"),
    headers: { authorization: account.text("apiKey") },
  }),
  requestOf({ key, to, from, body }, account) {
    const sender = from === "" ? {} : { from: withoutPlus(from) };
    const message = { channel: "sms", to: withoutPlus(to), content: body, ...sender, clientMessageId: key };
    return {
      url: account.url("https://platform.clickatell.com", "/v1/message"),
      headers: { authorization: account.text("apiKey") },
      json: { messages: [message] },
    };
  },
});
