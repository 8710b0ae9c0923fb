import type { Account } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import { basicAuth } from "../vendor-api.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "user",
    label: "API user name",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "On the account page of the 46elks dashboard.",
  },
  {
    name: "password",
    label: "API password",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Beside the API user name in the 46elks dashboard.",
  },
  SENDER,
  BASE_URL,
] as const;

/** https://46elks.com/docs/send-sms. Errors are plain text. Has no idempotency key. */
export const fortySixElks = smsVendor({
  id: "forty-six-elks",
  displayName: "46elks",
  docsUrl: "https://46elks.com/docs/send-sms",
  fields: FIELDS,
  reading: { idPaths: ["id"], errorPaths: [] },
  // https://46elks.com/docs/get-account
  checkOf: (account) => ({ url: account.url("https://api.46elks.com", "/a1/me"), ...accessOf(account) }),
  requestOf({ to, from, body }, account) {
    return {
      url: account.url("https://api.46elks.com", "/a1/sms"),
      ...accessOf(account),
      form: { from, to, message: body },
    };
  },
});

function accessOf(account: Account) {
  const { header, secret } = basicAuth(account.text("user"), account.text("password"));
  return { headers: { authorization: header }, secrets: [secret] };
}
