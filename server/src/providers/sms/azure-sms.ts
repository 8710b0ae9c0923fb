import type { Account } from "../account.ts";
import { azureSignature } from "../azure-signature.ts";
import { BASE_URL } from "../common-fields.ts";
import { reachOf, textOf } from "../credential.ts";
import { textAt } from "../json-path.ts";
import type { HttpCall } from "../provider.ts";
import { uuidOf } from "../uuid-of.ts";
import type { VendorResponse, Verdict } from "../vendor-api.ts";
import { SENDER, smsVendor } from "./sms-vendor.ts";

const FIELDS = [
  {
    name: "accessKey",
    label: "Connection string",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "endpoint=https://…;accesskey=…, under Keys of the Communication Services resource in the Azure portal.",
  },
  { ...SENDER, help: "A number in E.164 form or an alphanumeric sender of the resource." },
  BASE_URL,
] as const;

/** https://learn.microsoft.com/en-us/rest/api/communication/errorcodes */
const KINDS: Record<string, Verdict["kind"]> = {
  "400": "recipient_error",
  "401": "config_error",
  "403": "config_error",
  "404": "config_error",
  "429": "not_processed",
};

/**
 * A 202 has a status for each recipient. `repeatabilityResult: rejected` is the vendor's refusal of the repeatability fields.
 */
function judge({ status, json }: VendorResponse): Verdict | undefined {
  if (status >= 300) return undefined;
  const code = textAt(json, "value.0.httpStatusCode");
  if (code === undefined) return { kind: "ambiguous" };
  if (/^2\d\d$/.test(code)) return { kind: "accepted" };
  if (textAt(json, "value.0.repeatabilityResult") === "rejected") return { kind: "rejected" };
  const kind = KINDS[code] ?? "ambiguous";
  if (code === "429") return { kind, isThrottled: true };
  return code === "400" || kind === "ambiguous" ? { kind, isUnlisted: true } : { kind };
}

/** https://learn.microsoft.com/en-us/rest/api/communication/dataplane/sms/send (version 2021-03-07) */
export const azureSms = smsVendor({
  id: "azure-sms",
  displayName: "Azure SMS",
  docsUrl: "https://learn.microsoft.com/en-us/rest/api/communication/dataplane/sms/send",
  fields: FIELDS,
  reading: { idPaths: ["value.0.messageId"], errorPaths: ["value.0.errorMessage", "error.message"], judge },
  reaches(credentials) {
    const { endpoint } = connectionOf(textOf(credentials, "accessKey") ?? "") ?? {};
    const ofAddress = reachOf(credentials, "baseUrl");
    return ofAddress.length > 0 || endpoint === undefined
      ? ofAddress
      : [{ field: "accessKey", url: endpoint }];
  },
  // https://learn.microsoft.com/en-us/rest/api/communication/phonenumbers/phone-numbers/list-phone-numbers
  checkOf: (account, now) =>
    signed(account, now, { path: "/phoneNumbers?api-version=2022-12-01", method: "GET" }),
  requestOf({ key, to, from, body }, account, now) {
    const json = { from, message: body, smsRecipients: [{ to, ...repeatable(key, now) }] };
    return signed(account, now, { path: "/sms?api-version=2021-03-07", json });
  },
});

type AzureCall = { path: string; method?: "GET"; json?: Record<string, unknown> };

function signed(account: Account, now: Date, { path, ...call }: AzureCall) {
  const connection = connectionOf(account.text("accessKey"));
  if (connection === undefined) {
    const reason = "The accessKey is not a connection string: endpoint=https://…;accesskey=….";
    return { kind: "config_error" as const, reason };
  }
  const { endpoint, accessKey } = connection;
  return {
    ...call,
    url: account.url(endpoint.replace(/\/+$/, ""), path),
    sign: (complete: HttpCall) => azureSignature(complete, accessKey, now),
    secrets: [accessKey],
  };
}

function connectionOf(text: string): { endpoint: string; accessKey: string } | undefined {
  const endpoint = /(?:^|;)\s*endpoint=([^;]+)/i.exec(text)?.[1];
  const accessKey = /(?:^|;)\s*accesskey=([^;]+)/i.exec(text)?.[1];
  return endpoint && accessKey ? { endpoint: endpoint.trim(), accessKey: accessKey.trim() } : undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Azure recognizes a repeated request by the id and the time of its first attempt. A provider does not know that time: the
 * start of the hour serves all attempts of the same hour.
 */
function repeatable(key: string, now: Date) {
  const firstSent = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  return { repeatabilityRequestId: uuidOf(key), repeatabilityFirstSent: firstSent.toUTCString() };
}
