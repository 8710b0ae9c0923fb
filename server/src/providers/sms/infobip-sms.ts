import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, UNLISTED, verdictAt } from "../error-codes.ts";
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
    help: "Under Developer tools, API keys in the Infobip portal.",
  },
  SENDER,
  {
    ...BASE_URL,
    isRequired: true,
    help: "Your account's own address, such as https://xxxxx.api.infobip.com; on the start page of the portal.",
  },
] as const;

/**
 * https://www.infobip.com/docs/essentials/api-essentials/response-status-and-error-codes. The message's key is its ID, so a
 * duplicate is the message of an earlier attempt.
 */
const STATUSES: CodesByKind = {
  accepted: ["REJECTED_DUPLICATE_MESSAGE_ID"],
  recipient_error: [
    "MISSING_TO",
    "REJECTED_DESTINATION",
    "REJECTED_DESTINATION_BLOCKLISTED",
    "REJECTED_DND",
    "REJECTED_PREFIX_MISSING",
    "UNDELIVERABLE_NOT_DELIVERED",
  ],
  config_error: [
    "REJECTED_DESTINATION_NOT_REGISTERED",
    "REJECTED_FLOODING_FILTER",
    "REJECTED_NETWORK",
    "REJECTED_NOT_ENOUGH_CREDITS",
    "REJECTED_PREPAID_PACKAGE_EXPIRED",
    "REJECTED_ROUTE_NOT_AVAILABLE",
    "REJECTED_SENDER",
    "REJECTED_SOURCE",
  ],
};
/** UNDELIVERABLE, EXPIRED and REJECTED. */
const FAILED_GROUPS = ["2", "4", "5"];

/** A 200 has a status for each message. */
function judge(response: VendorResponse): Verdict | undefined {
  if (response.status >= 300) return undefined;
  const byName = verdictAt(response, "messages.0.status.name", STATUSES);
  if (byName) return byName;
  const group = textAt(response.json, "messages.0.status.groupId");
  if (group === undefined) return { kind: "ambiguous" };
  return FAILED_GROUPS.includes(group) ? UNLISTED : undefined;
}

/** https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages */
export const infobipSms = smsVendor({
  id: "infobip-sms",
  displayName: "Infobip",
  docsUrl: "https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages",
  fields: FIELDS,
  reading: {
    idPaths: ["messages.0.messageId"],
    errorPaths: [
      ...["messages.0.status.description", "violations.0.violation", "description"],
      "messages.0.status.name",
    ],
    judge,
  },
  // https://www.infobip.com/docs/api/platform/account-management/get-account-balance
  checkOf: (account) => ({
    url: account.url("", "/account/1/balance"),
    headers: { authorization: `App ${account.text("apiKey")}` },
  }),
  requestOf({ key, to, from, body }, account) {
    const destination = { to: withoutPlus(to), messageId: key };
    const text = { sender: withoutPlus(from), destinations: [destination], content: { text: body } };
    return {
      url: account.url("", "/sms/3/messages"),
      headers: { authorization: `App ${account.text("apiKey")}` },
      json: { messages: [text] },
    };
  },
});
