import { type Account, accountOf } from "../account.ts";
import { checkVendor } from "../check-vendor.ts";
import { missingCredential, reachOf } from "../credential.ts";
import type { ChatMessage, Provider, SendOutcome } from "../provider.ts";
import { callVendor, missingField, type VendorRequest, type VendorRules } from "../vendor-api.ts";
import { type Markup, markedUp } from "./markup.ts";

/** A message with its address: an id of the vendor or a phone number, from the subscriber's channel settings. */
export type AddressedChat = { key: string; to: string; body: string };

type ChatAccount = Pick<Provider<"chat">, "id" | "displayName" | "fields"> & {
  readonly docsUrl: string;
  readonly reading: Omit<VendorRules, "fields">;
  /** The vendor's mark-up, for which values are escaped. */
  markupOf(message: ChatMessage): Markup;
  requestOf(message: AddressedChat, account: Account): VendorRequest;
  /** A call that sends nothing and needs the same credentials. */
  checkOf(account: Account): VendorRequest;
};

/** The provider of a vendor that posts with the integration's account, to the `channel` of the subscriber's settings. */
export function chatAccount({ reading, markupOf, requestOf, checkOf, ...definition }: ChatAccount) {
  const { fields } = definition;
  const rules = { fields, ...reading };
  return {
    ...definition,
    channel: "chat",
    reaches: (credentials) => reachOf(credentials, "baseUrl"),
    async send(message, credentials, io) {
      const { key, channel: to } = message;
      const missing = missingField(fields, credentials);
      if (missing) return missingCredential(missing);
      if (!to) return missingAddress("channel");
      const body = markedUp(message, markupOf(message));
      const request = requestOf({ key, to, body }, accountOf(credentials));
      return callVendor(rules, { credentials, message, request }, io);
    },
    check: (credentials, io) =>
      checkVendor({ rules, credentials, requestOf: () => checkOf(accountOf(credentials)) }, io),
  } satisfies Provider<"chat">;
}

/** The outcome for channel settings without the address that the provider needs. */
export function missingAddress(field: "channel" | "webhookUrl"): SendOutcome {
  return { kind: "recipient_error", reason: `The subscriber's channel settings have no ${field}.` };
}
