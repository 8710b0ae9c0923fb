import { casesOf } from "./choose-response.ts";
import type { AnyVendorCase } from "./vendor-case.ts";

/** What a client needs to point an integration at the simulator, as `GET /{providerId}` shows it. */
export type VendorDescription = {
  providerId: string;
  channel: string;
  /** For `POST /v1/integrations`, with the address of the simulator. */
  credentials: Record<string, unknown>;
  /** For `PUT /v1/subscribers/{id}/credentials`, for chat and push providers. */
  subscriberCredentials?: Record<string, unknown>;
  /** `simulate-CASE` in a message, or `--fail CASE`, makes the vendor answer so. */
  cases: string[];
};

export function describeVendor(vendorCase: AnyVendorCase, url: string): VendorDescription {
  const { provider, credentials } = vendorCase;
  const takesAddress = provider.fields.some(({ name }) => name === "baseUrl");
  const address = addressOf(vendorCase, url);
  return {
    providerId: provider.id,
    channel: provider.channel,
    credentials: { ...credentials, ...(takesAddress ? { baseUrl: url } : {}) },
    ...(address ? { subscriberCredentials: address } : {}),
    cases: casesOf(vendorCase),
  };
}

function addressOf({ message }: AnyVendorCase, url: string): Record<string, unknown> | undefined {
  if ("tokens" in message) return { deviceTokens: message.tokens };
  if ("to" in message) return undefined;
  if (!message.webhookUrl) return { channel: message.channel };
  const { pathname, search } = new URL(message.webhookUrl);
  return { webhookUrl: `${url}${pathname}${search}` };
}
