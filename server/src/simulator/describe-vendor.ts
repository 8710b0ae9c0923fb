import { casesOf } from "./choose-response.ts";
import { type AnyVendorCase, VENDOR_ORIGIN } from "./vendor-case.ts";
import type { VendorWebhook } from "./webhooks/vendor-webhook.ts";

/** What a client needs to point an integration at the simulator, as `GET /{providerId}` shows it. */
export type VendorDescription = {
  providerId: string;
  channel: string;
  /** For `POST /v1/integrations`, with the address of the simulator. */
  credentials: Record<string, unknown>;
  /** For `POST /v1/integrations` too, so that the vendor's receipts are accepted. */
  configurations?: WebhookConfigurations;
  /** For `PUT /v1/subscribers/{id}/credentials`, for chat and push providers. */
  subscriberCredentials?: Record<string, unknown>;
  /** `simulate-CASE` in a message, or `--fail CASE`, makes the vendor answer so. */
  cases: string[];
  /** Other ways to send with this provider. */
  otherForms?: VendorDescription[];
};

type WebhookConfigurations = { inboundWebhookEnabled: true; inboundWebhookSigningKey?: string };

/** `cases`: the forms of the vendor's API; there is at least one. `url`: its address in the simulator. */
export function describeVendor(cases: readonly AnyVendorCase[], url: string): VendorDescription {
  const [first, ...others] = cases.map((vendorCase) => describeForm(vendorCase, url));
  if (!first) throw new Error("a vendor without a case");
  return others.length > 0 ? { ...first, otherForms: others } : first;
}

function describeForm(vendorCase: AnyVendorCase, url: string): VendorDescription {
  const { provider, credentials, webhook } = vendorCase;
  const takesAddress = provider.fields.some(({ name }) => name === "baseUrl");
  const address = addressOf(vendorCase, url);
  return {
    providerId: provider.id,
    channel: provider.channel,
    credentials: { ...credentials, ...(takesAddress ? { baseUrl: url } : {}) },
    ...(webhook ? { configurations: configurationsOf(webhook) } : {}),
    ...(address ? { subscriberCredentials: address } : {}),
    cases: casesOf(vendorCase),
  };
}

function configurationsOf({ signingKey, isCredential }: VendorWebhook): WebhookConfigurations {
  return { inboundWebhookEnabled: true, ...(isCredential ? {} : { inboundWebhookSigningKey: signingKey }) };
}

function addressOf({ message }: AnyVendorCase, url: string): Record<string, unknown> | undefined {
  if ("tokens" in message) {
    return { deviceTokens: message.tokens.map((token) => token.replaceAll(VENDOR_ORIGIN, url)) };
  }
  if ("to" in message) return undefined;
  if (!message.webhookUrl) return { channel: message.channel };
  const { pathname, search } = new URL(message.webhookUrl);
  return { webhookUrl: `${url}${pathname}${search}` };
}
