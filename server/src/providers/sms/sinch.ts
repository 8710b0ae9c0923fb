import type { Account } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "accountSid",
    label: "Service plan ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "Under SMS, Service APIs in the Sinch dashboard.",
  },
  {
    name: "apiToken",
    label: "API token",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "Beside the service plan ID in the Sinch dashboard.",
  },
  {
    name: "region",
    label: "Region",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "The region of the service plan: us, eu, au, br or ca.",
  },
  SENDER,
  BASE_URL,
] as const;

const REGIONS = ["us", "eu", "au", "br", "ca"];

/**
 * https://developers.sinch.com/docs/sms/api-reference/sms/batches/sendsms, statuses:
 * https://developers.sinch.com/docs/sms/api-reference/status-codes. Has no idempotency key; `client_reference` returns in the
 * delivery report.
 */
export const sinch = smsVendor({
  id: "sinch",
  displayName: "Sinch",
  docsUrl: "https://developers.sinch.com/docs/sms/api-reference/sms/batches/sendsms",
  fields: FIELDS,
  reading: { idPaths: ["id"], errorPaths: ["text"] },
  // https://developers.sinch.com/docs/sms/api-reference/sms/batches/list-batches
  checkOf: (account) => callOf(account, "/batches?page_size=1"),
  requestOf({ key, to, from, body }, account) {
    const call = callOf(account, "/batches");
    return "kind" in call ? call : { ...call, json: { from, to: [to], body, client_reference: key } };
  },
});

function callOf(account: Account, path: string) {
  const region = account.text("region").toLowerCase();
  if (!REGIONS.includes(region)) {
    return { kind: "config_error" as const, reason: `The region must be one of ${REGIONS.join(", ")}.` };
  }
  const plan = `/xms/v1/${encodeURIComponent(account.text("accountSid"))}`;
  return {
    url: account.url(`https://${region}.sms.api.sinch.com`, `${plan}${path}`),
    headers: { authorization: `Bearer ${account.text("apiToken")}` },
  };
}
