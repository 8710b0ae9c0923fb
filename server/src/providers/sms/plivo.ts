import type { Account } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import { textAt } from "../json-path.ts";
import { basicAuth, type VendorResponse, type Verdict } from "../vendor-api.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "accountSid",
    label: "Auth ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "On the overview page of the Plivo console.",
  },
  {
    name: "token",
    label: "Auth token",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Beside the auth ID in the Plivo console.",
  },
  SENDER,
  BASE_URL,
] as const;

/** A 202 without a message: it lists the number as invalid. */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status >= 300 || textAt(json, "message_uuid.0") !== undefined) return undefined;
  return { kind: textAt(json, "invalid_number.0") === undefined ? "ambiguous" : "recipient_error" };
}

/**
 * https://www.plivo.com/docs/messaging/api/messages/, statuses: https://docs.plivo.com/docs/messaging/api/response. Has no
 * idempotency key.
 */
export const plivo = smsVendor({
  id: "plivo",
  displayName: "Plivo",
  docsUrl: "https://www.plivo.com/docs/messaging/api/messages/",
  fields: FIELDS,
  reading: { idPaths: ["message_uuid.0"], errorPaths: ["error", "message"], judge },
  // https://www.plivo.com/docs/account/api/overview/
  checkOf: (account) => ({
    url: account.url(
      "https://api.plivo.com",
      `/v1/Account/${encodeURIComponent(account.text("accountSid"))}/`,
    ),
    ...accessOf(account),
  }),
  requestOf({ to, from, body }, account) {
    const authId = account.text("accountSid");
    return {
      url: account.url("https://api.plivo.com", `/v1/Account/${encodeURIComponent(authId)}/Message/`),
      ...accessOf(account),
      json: { src: from, dst: to, text: body },
    };
  },
});

function accessOf(account: Account) {
  const { header, secret } = basicAuth(account.text("accountSid"), account.text("token"));
  return { headers: { authorization: header }, secrets: [secret] };
}
