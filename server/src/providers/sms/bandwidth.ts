import type { Account } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import { type CodesByKind, verdictAt } from "../error-codes.ts";
import { basicAuth } from "../vendor-api.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "user",
    label: "User name",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The user name of the API credentials in the Bandwidth app.",
  },
  {
    name: "password",
    label: "Password",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "The password of the API credentials.",
  },
  {
    name: "accountSid",
    label: "Account ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The number of the account, in the Bandwidth app.",
  },
  {
    name: "applicationId",
    label: "Application ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The messaging application that is associated with the From number.",
  },
  SENDER,
  BASE_URL,
] as const;

/** Fields of the request that a 400 names: https://dev.bandwidth.com/docs/messaging/errors */
const FIELD_NAMES: CodesByKind = { recipient_error: ["to"], config_error: ["from", "applicationId"] };

/** https://dev.bandwidth.com/docs/messaging/createMessage/. Has no idempotency key; `tag` returns in the callbacks. */
export const bandwidth = smsVendor({
  id: "bandwidth",
  displayName: "Bandwidth",
  docsUrl: "https://dev.bandwidth.com/docs/messaging/createMessage/",
  fields: FIELDS,
  reading: {
    idPaths: ["id"],
    errorPaths: ["fieldErrors.0.description", "description"],
    judge: (response) =>
      response.status === 400 ? verdictAt(response, "fieldErrors.0.fieldName", FIELD_NAMES) : undefined,
  },
  // https://dev.bandwidth.com/docs/messaging/listMedia/
  checkOf: (account) => ({
    url: account.url(
      "https://messaging.bandwidth.com",
      `/api/v2/users/${encodeURIComponent(account.text("accountSid"))}/media`,
    ),
    ...accessOf(account),
  }),
  requestOf({ key, to, from, body }, account) {
    const path = `/api/v2/users/${encodeURIComponent(account.text("accountSid"))}/messages`;
    return {
      url: account.url("https://messaging.bandwidth.com", path),
      ...accessOf(account),
      json: { to: [to], from, text: body, applicationId: account.text("applicationId"), tag: key },
    };
  },
});

function accessOf(account: Account) {
  const { header, secret } = basicAuth(account.text("user"), account.text("password"));
  return { headers: { authorization: header }, secrets: [secret] };
}
