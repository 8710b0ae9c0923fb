import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, UNLISTED, verdictOf } from "../error-codes.ts";
import { textAt } from "../json-path.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { needsUnicode, withoutPlus } from "./sms-text.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "user",
    label: "User ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The account number of Gupshup Enterprise SMS.",
  },
  {
    name: "password",
    label: "Password",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "The password of this account.",
  },
  { ...SENDER, isRequired: false, help: "The mask (sender ID); without it the account's default mask." },
  BASE_URL,
] as const;

/** https://docs.gupshup.io/docs/error-codes. Others (101, 107 …) are about the message. */
const CODES: CodesByKind = {
  ambiguous: ["100"],
  config_error: ["102", "103", "104", "106", "108"],
  recipient_error: ["105"],
};

/** The status is 200 in any case. The id of an error is its code. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status >= 300) return undefined;
  const result = textAt(json, "response.status");
  if (result === "success") return { kind: "accepted" };
  if (result !== "error") return { kind: "ambiguous" };
  return verdictOf(textAt(json, "response.id"), CODES) ?? UNLISTED;
}

/** https://docs.gupshup.io/docs/send-message-to-single-number. Has no idempotency key, and no documented call that tests an account without an SMS. */
export const gupshup = smsVendor({
  id: "gupshup",
  displayName: "Gupshup",
  docsUrl: "https://docs.gupshup.io/docs/send-message-to-single-number",
  fields: FIELDS,
  reading: { idPaths: ["response.id"], errorPaths: ["response.details"], judge },
  requestOf: ({ to, from, body }, account) => ({
    url: account.url("https://enterprise.smsgupshup.com", "/GatewayAPI/rest"),
    form: {
      method: "SendMessage",
      userid: account.text("user"),
      password: account.text("password"),
      auth_scheme: "plain",
      v: "1.1",
      format: "json",
      send_to: withoutPlus(to),
      msg: body,
      msg_type: needsUnicode(body) ? "Unicode_text" : "TEXT",
      mask: from === "" ? undefined : withoutPlus(from),
    },
  }),
});
