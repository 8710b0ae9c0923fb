import { createHash, createHmac } from "node:crypto";
import type { HttpCall } from "./provider.ts";

const SIGNED = "x-ms-date;host;x-ms-content-sha256";

/**
 * The headers that sign a call to Azure Communication Services with the access key of the resource (base64).
 * https://learn.microsoft.com/en-us/azure/communication-services/tutorials/hmac-header-tutorial
 */
export function azureSignature(call: HttpCall, accessKey: string, now: Date): Record<string, string> {
  // An invalid URL is refused by `outbound`.
  if (!URL.canParse(call.url)) return {};
  const { host, pathname, search } = new URL(call.url);
  const date = now.toUTCString();
  const contentHash = createHash("sha256")
    .update(call.body ?? "")
    .digest("base64");
  const text = `${call.method}\n${pathname}${search}\n${date};${host};${contentHash}`;
  const signature = createHmac("sha256", Buffer.from(accessKey, "base64")).update(text).digest("base64");
  return {
    "x-ms-date": date,
    "x-ms-content-sha256": contentHash,
    authorization: `HMAC-SHA256 SignedHeaders=${SIGNED}&Signature=${signature}`,
  };
}
