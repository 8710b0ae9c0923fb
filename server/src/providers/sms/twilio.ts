import { BASE_URL } from "../common-fields.ts";
import { missingCredential, reachOf, textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import type { Provider } from "../provider.ts";
import { addressOf, basicAuth, callVendor, missingField, type VendorRules } from "../vendor-api.ts";

const FIELDS = [
  {
    name: "accountSid",
    label: "Account SID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "Starts with AC; on the start page of the Twilio console.",
  },
  {
    name: "token",
    label: "Auth token",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Beside the account SID in the Twilio console.",
  },
  {
    name: "from",
    label: "From number",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "A number of your account, an alphanumeric sender, or a messaging service (MG…).",
  },
  BASE_URL,
] as const;

/** Error codes about the number of the recipient: https://www.twilio.com/docs/api/errors */
const RECIPIENT_CODES = [
  "21211",
  "21214",
  "21217",
  "21265",
  "21408",
  "21610",
  "21614",
  "30003",
  "30005",
  "30006",
];
/** Codes about the sender or the account. */
const CONFIG_CODES = ["20003", "20404", "21212", "21603", "21606", "21659", "21660"];

const RULES: VendorRules = {
  fields: FIELDS,
  idPaths: ["sid"],
  errorPaths: ["message"],
  judge({ status, json }) {
    const code = textAt(json, "code") ?? "";
    if (status < 400) return undefined;
    if (RECIPIENT_CODES.includes(code)) return { kind: "recipient_error" };
    if (CONFIG_CODES.includes(code)) return { kind: "config_error" };
    return undefined;
  },
};

/** https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource. Has no idempotency key. */
export const twilio: Provider<"sms"> = {
  id: "twilio",
  channel: "sms",
  displayName: "Twilio",
  docsUrl: "https://www.twilio.com/docs/messaging/api/message-resource",
  fields: FIELDS,
  reaches: (credentials) => reachOf(credentials, "baseUrl"),
  async send(message, credentials, io) {
    const missing = missingField(FIELDS, credentials);
    if (missing) return missingCredential(missing);
    const accountSid = textOf(credentials, "accountSid") as string;
    const from = message.from ?? (textOf(credentials, "from") as string);
    const { header, secret } = basicAuth(accountSid, textOf(credentials, "token") as string);
    const path = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
    const request = {
      url: `${addressOf(credentials, "https://api.twilio.com")}${path}`,
      headers: { authorization: header },
      form: { To: message.to, Body: message.body, ...senderOf(from) },
      secrets: [secret],
    };
    return callVendor(RULES, { credentials, message, request }, io);
  },
};

function senderOf(from: string): Record<string, string> {
  return from.startsWith("MG") ? { MessagingServiceSid: from } : { From: from };
}
