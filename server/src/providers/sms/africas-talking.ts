import type { Account } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, verdictOf } from "../error-codes.ts";
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
    help: "In the settings of the application, in Africa's Talking's dashboard.",
  },
  {
    name: "user",
    label: "User name",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The user name of the application; with `sandbox`, the sandbox is called.",
  },
  SENDER,
  BASE_URL,
] as const;

/** Status codes of a recipient: https://developers.africastalking.com/docs/sms/sending/bulk */
const CODES: CodesByKind = {
  accepted: ["100", "101", "102"],
  recipient_error: ["403", "404", "406", "409"],
  config_error: ["401", "402", "405", "407"],
  ambiguous: ["500", "501"],
  rejected: ["502"],
};

/** A 201 has a status for each recipient; without a recipient, its message names the error. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status >= 300) return undefined;
  const code = textAt(json, "SMSMessageData.Recipients.0.statusCode");
  if (code !== undefined) return verdictOf(code, CODES) ?? { kind: "ambiguous", isUnlisted: true };
  const message = textAt(json, "SMSMessageData.Message") ?? "";
  const isAboutAccount = /InvalidSenderId|InsufficientBalance|RiskHold/.test(message);
  return isAboutAccount ? { kind: "config_error" } : { kind: "ambiguous", isUnlisted: true };
}

/** https://developers.africastalking.com/docs/sms/sending/bulk. Has no idempotency key. */
export const africasTalking = smsVendor({
  id: "africas-talking",
  displayName: "Africa's Talking",
  docsUrl: "https://developers.africastalking.com/docs/sms/sending/bulk",
  fields: FIELDS,
  reading: {
    idPaths: ["SMSMessageData.Recipients.0.messageId"],
    errorPaths: ["SMSMessageData.Recipients.0.status", "SMSMessageData.Message"],
    judge,
  },
  // https://developers.africastalking.com/docs/application/data
  checkOf: (account) =>
    callOf(account, `/version1/user?${new URLSearchParams({ username: account.text("user") })}`),
  requestOf({ to, from, body }, account) {
    const username = account.text("user");
    return {
      ...callOf(account, "/version1/messaging"),
      form: { username, to, message: body, from },
    };
  },
});

function callOf(account: Account, path: string) {
  const isSandbox = account.text("user") === "sandbox";
  const host = isSandbox ? "api.sandbox.africastalking.com" : "api.africastalking.com";
  return {
    url: account.url(`https://${host}`, path),
    headers: { apikey: account.text("apiKey"), accept: "application/json" },
  };
}
