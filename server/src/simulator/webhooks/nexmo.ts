import { createHmac, randomUUID } from "node:crypto";
import { secondsOf, type VendorEvent, type VendorWebhook } from "./vendor-webhook.ts";

const KEY = "a-signature-secret";

const receiptOf = (status: string, code: string) => (event: VendorEvent) => ({
  msisdn: event.address.replace(/^\+/, ""),
  to: "Company",
  messageId: event.messageId,
  price: "0.0333",
  status,
  "err-code": code,
  "message-timestamp": event.at.toISOString().slice(0, 19).replace("T", " "),
});

/**
 * https://developer.vonage.com/en/getting-started/concepts/signing-messages: a GET whose fields have a signature; Vonage writes it
 * in upper case.
 */
export const nexmoWebhook: VendorWebhook = {
  signingKey: KEY,
  bodies: { delivered: receiptOf("delivered", "0"), failed: receiptOf("failed", "9") },
  sign({ url, body, at }) {
    const fields: Record<string, string> = {
      ...JSON.parse(body),
      nonce: randomUUID(),
      timestamp: String(secondsOf(at)),
    };
    const names = Object.keys(fields).sort();
    const text = names.map((name) => `&${name}=${fields[name]?.replace(/[&=]/g, "_")}`);
    const sig = createHmac("sha512", KEY).update(text.join("")).digest("hex").toUpperCase();
    return { url: `${url}?${new URLSearchParams({ ...fields, sig })}`, body: "" };
  },
};
