import { expect, test } from "vitest";
import { azureSignature } from "./azure-signature.ts";

const NOW = new Date("2026-08-01T12:00:00Z");
const KEY = "YW4gYWNjZXNzIGtleSBvZiB0aGUgdGVzdHM=";

/** The expected values were computed with Python's hmac and hashlib, by the steps of Microsoft's tutorial. */
test("Azure's signature covers method, path with query, date, host and the hash of the body", () => {
  const url = "https://contoso.communication.azure.com/sms?api-version=2021-03-07";
  expect(azureSignature({ method: "POST", url, body: '{"a":1}' }, KEY, NOW)).toEqual({
    "x-ms-date": "Sat, 01 Aug 2026 12:00:00 GMT",
    "x-ms-content-sha256": "AVq9f1zFei3ZS3WQ8ErYCEJzkF7jPsXOvq5iJ2qX+GI=",
    authorization:
      "HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=mHJSQUeQ21Zat0VNDPMBngOtjRN7L5lIcHgYkje1gcU=",
  });
});

test("Azure's signature is not computed for an invalid URL", () => {
  expect(azureSignature({ method: "POST", url: "token" }, KEY, NOW)).toEqual({});
});
