import type { CredentialField } from "@tidings/contract";
import type { ChatMessage, Credentials, Provider, SendOutcome } from "../provider.ts";
import { callVendor, type VendorRequest, type VendorRules } from "../vendor-api.ts";
import { missingAddress } from "./chat-account.ts";
import { type Markup, markedUp } from "./markup.ts";

/** Its `body` is written for the vendor. */
type HookMessage = Omit<ChatMessage, "values"> & { webhookUrl: string };

type ChatHook = Pick<Provider<"chat">, "id" | "displayName"> & {
  readonly docsUrl: string;
  readonly fields?: readonly CredentialField[];
  readonly reading: Omit<VendorRules, "fields">;
  /** The vendor's mark-up, for which values are escaped. */
  readonly markup: Markup;
  /** The request; without a URL it goes to the one in the subscriber's channel settings. */
  requestOf(message: HookMessage, credentials: Credentials): Partial<VendorRequest>;
};

/** The provider of a vendor that takes a POST of JSON to a URL from the subscriber's channel settings. */
export function chatHook({
  reading,
  markup,
  requestOf,
  fields = [],
  ...definition
}: ChatHook): Provider<"chat"> {
  return {
    ...definition,
    channel: "chat",
    fields,
    async send(message, credentials, io) {
      const { webhookUrl: url, values, ...others } = message;
      if (!url) return missingAddress("webhookUrl");
      const written = { ...others, webhookUrl: url, body: markedUp({ body: others.body, values }, markup) };
      const request = { url, ...requestOf(written, credentials), secrets: [url] };
      return blameRecipient(await callVendor({ fields, ...reading }, { credentials, message, request }, io));
    },
  };
}

/** The URL belongs to the subscriber: a wrong or forbidden URL is not a fault of the integration. */
export function blameRecipient(outcome: SendOutcome): SendOutcome {
  return outcome.kind === "config_error" ? { ...outcome, kind: "recipient_error" } : outcome;
}
