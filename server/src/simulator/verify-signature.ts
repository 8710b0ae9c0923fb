import { type AwsAccess, awsAuthorization } from "../providers/aws-signature.ts";
import { azureSignature } from "../providers/azure-signature.ts";
import type { HttpCall } from "../providers/provider.ts";
import type { Received } from "./received.ts";

/** How long a signed request is valid: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html. */
const MAX_SKEW_MS = 5 * 60_000;

type Verify = (received: Received, now: Date) => string | undefined;
type Signing = {
  dateHeader: string;
  /** The value of `authorization` of a call. */
  sign(call: HttpCall, headers: Received["headers"]): string | undefined;
};

/**
 * AWS Signature Version 4. The client chooses which headers it signs, and names them in `SignedHeaders`; host and time must be among
 * them: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signedByAws(access: AwsAccess): Verify {
  return (received, now) => {
    const { headers } = received;
    const names = /SignedHeaders=([^,\s]+)/.exec(headers.authorization ?? "")?.[1]?.split(";") ?? [];
    const unsigned = ["host", "x-amz-date"].find((name) => !names.includes(name));
    if (unsigned) return `the signature does not cover the header ${unsigned}`;
    const missing = names.find((name) => headers[name] === undefined);
    if (missing) return `the signature covers the header ${missing}, which is missing`;
    const signed = names.map((name): [string, string] => [name, headers[name] ?? ""]);
    const time = headers["x-amz-date"] ?? "";
    const sign = (call: HttpCall) => awsAuthorization(call, signed, access, time);
    return signatureFault(received, now, { dateHeader: "x-amz-date", sign });
  };
}

/** With the access key of a resource of Azure Communication Services. */
export function signedByAzure(accessKey: string): Verify {
  const sign: Signing["sign"] = (call, headers) =>
    azureSignature(call, accessKey, timeIn(headers["x-ms-date"])).authorization;
  return (received, now) => signatureFault(received, now, { dateHeader: "x-ms-date", sign });
}

/**
 * Signs the received request once more, and compares. The client has signed the URL that it called: that of the simulator, or the
 * vendor's own, if a proxy has added the prefix of the vendor.
 */
function signatureFault(received: Received, now: Date, { dateHeader, sign }: Signing): string | undefined {
  const { method, url, path, headers, bytes } = received;
  const ageMs = now.getTime() - timeIn(headers[dateHeader]).getTime();
  if (!(Math.abs(ageMs) < MAX_SKEW_MS)) return "the signature is too old";
  const isSigned = [url, new URL(url).origin + path].some((called) => {
    const call = { method: method as HttpCall["method"], url: called, headers, body: bytes };
    return sign(call, headers) === headers.authorization;
  });
  return isSigned ? undefined : "the signature is wrong";
}

/** A time of AWS (`20260801T120000Z`), or a date of HTTP. */
function timeIn(text = ""): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}
