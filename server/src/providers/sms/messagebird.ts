import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, UNLISTED, verdictAt } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { withoutPlus } from "./sms-text.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "accessKey",
    label: "Access key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Under Developers, API access (REST) in the MessageBird dashboard.",
  },
  SENDER,
  BASE_URL,
] as const;

/** 2: the key; 20: not found; 25: no balance; 98: no such API. https://developers.messagebird.com/api/#api-errors */
const CODES: CodesByKind = { config_error: ["2", "20", "25", "98"] };

/** Codes 9 and 10 (a parameter is missing or invalid) name the parameter. */
function judge(response: VendorResponse): Verdict | undefined {
  const { status, json } = response;
  if (status >= 500) return undefined;
  const parameter = textAt(json, "errors.0.parameter");
  if (parameter === "recipient" || parameter === "recipients") return { kind: "recipient_error" };
  if (parameter === "originator") return { kind: "config_error" };
  const byCode = verdictAt(response, "errors.0.code", CODES);
  if (byCode || status >= 300) return byCode;
  if (textAt(json, "errors.0.code") !== undefined) return UNLISTED;
  const isFailed = textAt(json, "recipients.items.0.status") === "delivery_failed";
  return isFailed ? { kind: "recipient_error" } : undefined;
}

/** https://developers.messagebird.com/api/sms-messaging/. Has no idempotency key; `reference` returns in the reports. */
export const messagebird = smsVendor({
  id: "messagebird",
  displayName: "MessageBird",
  docsUrl: "https://developers.messagebird.com/api/sms-messaging/",
  fields: FIELDS,
  reading: { idPaths: ["id"], errorPaths: ["errors.0.description"], judge },
  // https://developers.messagebird.com/api/balance/
  checkOf: (account) => ({
    url: account.url("https://rest.messagebird.com", "/balance"),
    headers: { authorization: `AccessKey ${account.text("accessKey")}` },
  }),
  requestOf: ({ key, to, from, body }, account) => ({
    url: account.url("https://rest.messagebird.com", "/messages"),
    headers: { authorization: `AccessKey ${account.text("accessKey")}` },
    json: {
      originator: withoutPlus(from),
      recipients: [withoutPlus(to)],
      body,
      datacoding: "auto",
      reference: key,
    },
  }),
});
