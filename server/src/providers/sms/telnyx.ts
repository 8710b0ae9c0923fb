import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, verdictAt } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "apiKey",
    label: "API key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Starts with KEY; under API keys in the Telnyx portal.",
  },
  {
    name: "messageProfileId",
    label: "Messaging profile ID",
    kind: "text",
    isSecret: false,
    isRequired: false,
    help: "Under Messaging in the Telnyx portal; needed when the sender is a name.",
  },
  SENDER,
  BASE_URL,
] as const;

/**
 * https://developers.telnyx.com/docs/messaging/messages/error-codes and
 * https://developers.telnyx.com/development/api-fundamentals/api-errors.
 */
const CODES: CodesByKind = {
  recipient_error: ["40001", "40012", "40300", "40301", "40310", "40319"],
  config_error: [
    ...["10009", "10010", "20100", "40013", "40100", "40150", "40151", "40305", "40306", "40308", "40309"],
    ...["40311", "40312", "40313", "40314", "40315", "40320", "40321"],
  ],
};
/** The queue of the sender is full (40318), its rate (40011) or that of the API (10011) is exceeded. */
const THROTTLED = ["10011", "40011", "40318"];

function judge(response: VendorResponse): Verdict | undefined {
  if (response.status < 400) return undefined;
  const code = textAt(response.json, "errors.0.code") ?? "";
  if (THROTTLED.includes(code)) return { kind: "not_processed", isThrottled: true };
  return verdictAt(response, "errors.0.code", CODES);
}

/** https://developers.telnyx.com/api/messaging/send-message. Has no idempotency key. */
export const telnyx = smsVendor({
  id: "telnyx",
  displayName: "Telnyx",
  docsUrl: "https://developers.telnyx.com/api/messaging/send-message",
  fields: FIELDS,
  reading: { idPaths: ["data.id"], errorPaths: ["errors.0.detail", "errors.0.title"], judge },
  // https://developers.telnyx.com/api/billing/get-user-balance
  checkOf: (account) => ({
    url: account.url("https://api.telnyx.com", "/v2/balance"),
    headers: { authorization: `Bearer ${account.text("apiKey")}` },
  }),
  requestOf({ to, from, body }, account) {
    const profile = account.text("messageProfileId");
    return {
      url: account.url("https://api.telnyx.com", "/v2/messages"),
      headers: { authorization: `Bearer ${account.text("apiKey")}` },
      json: { from, to, text: body, ...(profile === "" ? {} : { messaging_profile_id: profile }) },
    };
  },
});
