import type { Account } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "apiToken",
    label: "API token",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "The token's ID, a colon and its secret; under Advanced, API tokens in the settings of BulkSMS.",
  },
  { ...SENDER, isRequired: false, help: "A number or sender name of your account; without it, its default." },
  BASE_URL,
] as const;

/**
 * https://www.bulksms.com/developer/json/v1/. Its deduplication-id is not used: it has 32 bits, so that the ID of another
 * message would lose this one. `userSuppliedId` is shown with the message.
 */
export const bulkSms = smsVendor({
  id: "bulk-sms",
  displayName: "BulkSMS",
  docsUrl: "https://www.bulksms.com/developer/json/v1/",
  fields: FIELDS,
  reading: { idPaths: ["0.id"], errorPaths: ["detail", "title"] },
  // https://www.bulksms.com/developer/json/v1/#tag/Profile
  checkOf: (account) => ({
    url: account.url("https://api.bulksms.com", "/v1/profile"),
    ...accessOf(account),
  }),
  requestOf({ key, to, from, body }, account) {
    return {
      url: account.url("https://api.bulksms.com", "/v1/messages?auto-unicode=true"),
      ...accessOf(account),
      json: { to, body, userSuppliedId: key, ...(from === "" ? {} : { from }) },
    };
  },
});

function accessOf(account: Account) {
  const secret = Buffer.from(account.text("apiToken")).toString("base64");
  return { headers: { authorization: `Basic ${secret}` }, secrets: [secret] };
}
