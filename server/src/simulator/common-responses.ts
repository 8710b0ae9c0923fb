import type { VendorResponseCase } from "./vendor-case.ts";

/** Responses that mean the same for every vendor. */
export const COMMON_RESPONSES: readonly VendorResponseCase[] = [
  { name: "500 without a body", status: 500, outcome: "ambiguous" },
  { name: "502 in HTML", status: 502, body: "<html>Bad gateway</html>", outcome: "ambiguous" },
  {
    name: "503 with Retry-After",
    status: 503,
    headers: { "retry-after": "7" },
    outcome: "not_processed",
    retryAfterMs: 7_000,
  },
  {
    name: "429 with Retry-After",
    status: 429,
    headers: { "retry-after": "30" },
    outcome: "not_processed",
    retryAfterMs: 30_000,
    isThrottled: true,
  },
  { name: "401 without a body", status: 401, outcome: "config_error" },
  { name: "301", status: 301, headers: { location: "https://other.test" }, outcome: "config_error" },
];

/** For vendors that document no response of the kind. */
export const FALLBACK_RESPONSES: readonly VendorResponseCase[] = [
  ...COMMON_RESPONSES,
  { name: "410 without a body", status: 410, outcome: "recipient_error" },
  { name: "400 without a body", status: 400, outcome: "rejected" },
];
