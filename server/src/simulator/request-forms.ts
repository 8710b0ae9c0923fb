import type { AnyVendorCase } from "./vendor-case.ts";

/** The case with each of the requests that the vendor takes; the one of the provider is the first. */
export function formsOf(vendorCase: AnyVendorCase): AnyVendorCase[] {
  const { alsoTakes = [], ...request } = vendorCase.request;
  return [vendorCase, ...alsoTakes.map((other) => ({ ...vendorCase, request: { ...request, ...other } }))];
}

/** Vendors of webhooks also take their JSON as the field `payload` of a form. */
export const PAYLOAD_FORM = {
  encoding: "form" as const,
  decode: (bytes: Buffer) => parsed(new URLSearchParams(bytes.toString()).get("payload")),
};

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? "");
  } catch {
    return {};
  }
}
