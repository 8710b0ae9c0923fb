import type { HttpCall } from "../providers/provider.ts";
import type { Received } from "./received.ts";

/** How long a signed request is valid: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html. */
const MAX_SKEW_MS = 5 * 60_000;

type Sign = (call: HttpCall, now: Date) => Record<string, string>;

/** Signs the received request once more, and compares: for AWS and Azure, whose `authorization` is a signature. */
export function signedBy(sign: Sign): (received: Received, now: Date) => string | undefined {
  return ({ method, url, headers, bytes }, now) => {
    const at = timeIn(headers["x-amz-date"] ?? headers["x-ms-date"]);
    if (!(Math.abs(now.getTime() - at.getTime()) < MAX_SKEW_MS)) return "the signature is too old";
    const { authorization } = sign({ method: method as HttpCall["method"], url, headers, body: bytes }, at);
    return headers.authorization === authorization ? undefined : "the signature is wrong";
  };
}

/** A time of AWS (`20260801T120000Z`), or a date of HTTP. */
function timeIn(text = ""): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}
