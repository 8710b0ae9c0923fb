import type { CredentialField } from "@tidings/contract";
import { type Account, accountOf } from "../account.ts";
import { checkVendor } from "../check-vendor.ts";
import { missingCredential, reachOf, textOf } from "../credential.ts";
import type { Credentials, Provider, Reach, SendOutcome, SmsMessage } from "../provider.ts";
import { callVendor, missingField, type VendorRequest, type VendorRules } from "../vendor-api.ts";

export const SENDER: CredentialField = {
  name: "from",
  label: "From",
  kind: "text",
  isSecret: false,
  isRequired: true,
  help: "A number of your account, or a sender name that is registered there.",
};

/** A message with its sender: the one of the message, otherwise the one of the integration. */
export type Sms = { key: string; to: string; from: string; body: string };

type SmsVendor = Pick<Provider<"sms">, "id" | "displayName" | "fields"> & {
  readonly docsUrl: string;
  readonly reading: Omit<VendorRules, "fields">;
  requestOf(sms: Sms, account: Account, now: Date): VendorRequest | SendOutcome;
  /** The vendor's cheapest call that needs the credentials and sends nothing. Default method: GET. */
  checkOf?(account: Account, now: Date): VendorRequest | SendOutcome;
  /** The destinations, if they are not only `baseUrl`. */
  reaches?(credentials: Credentials): Reach[];
};

/** The provider of a vendor that takes one POST for each message. */
export function smsVendor({ reading, requestOf, checkOf, ...definition }: SmsVendor): Provider<"sms"> {
  const { fields } = definition;
  const rules = { fields, ...reading };
  return {
    ...definition,
    channel: "sms",
    reaches: definition.reaches ?? ((credentials) => reachOf(credentials, "baseUrl")),
    async send(message, credentials, io) {
      const missing = missingField(fields, credentials);
      if (missing) return missingCredential(missing);
      const request = requestOf(smsOf(message, credentials), accountOf(credentials), io.now());
      if ("kind" in request) return request;
      return callVendor(rules, { credentials, message, request }, io);
    },
    ...(checkOf && {
      check: (credentials, io) =>
        checkVendor({ rules, credentials, requestOf: () => checkOf(accountOf(credentials), io.now()) }, io),
    }),
  };
}

function smsOf({ key, to, from, body }: SmsMessage, credentials: Credentials): Sms {
  return { key, to, from: from ?? textOf(credentials, "from") ?? "", body };
}
