import { createVerify } from "node:crypto";
import { textAt } from "../json-path.ts";
import type { HttpCall, HttpResult } from "../provider.ts";

/** https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message-verify-message-signature.html: the signed fields. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: [
    "Message",
    "MessageId",
    "SubscribeURL",
    "Timestamp",
    "Token",
    "TopicArn",
    "Type",
  ],
};
const ALGORITHMS: Readonly<Record<string, string>> = { "1": "RSA-SHA1", "2": "RSA-SHA256" };
/** Longest message: SNS sends at most 256 KiB. */
const MAX_FIELD = 300_000;

/** `sns` and a region: `sns.s3-eu-west-1.amazonaws.com` would be a bucket that any AWS account may own. */
const HOST = /^sns\.[a-z]{2,3}(-[a-z]{2,12}){1,3}-\d{1,2}\.amazonaws\.com(\.cn)?$/;

/**
 * Whether the URL is one of SNS, over HTTPS, or lies under the integration's own address of SES: an emulator of AWS, such as the
 * simulator, signs with a certificate of its own.
 */
export function isOfSns(url: string | undefined, baseUrl: string | undefined): url is string {
  if (url === undefined || !URL.canParse(url)) return false;
  return isAtSns(url) || isUnder(url, baseUrl);
}

function isAtSns(url: string): boolean {
  const { protocol, hostname, port, username } = new URL(url);
  return protocol === "https:" && port === "" && username === "" && HOST.test(hostname);
}

/** Both URLs in their normal form, so that `..`, another port or a user name leads elsewhere. */
function isUnder(url: string, baseUrl: string | undefined): boolean {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return false;
  return new URL(url).href.startsWith(new URL(baseUrl).href.replace(/\/*$/, "/"));
}

type Call = (call: HttpCall) => Promise<HttpResult>;

/**
 * Whether SNS signed the message. Fetches the certificate; that of SNS is cached.
 * @param baseUrl the integration's own address of SES, if it has one; see `isOfSns`.
 */
export async function isSignedBySns(
  message: unknown,
  call: Call,
  baseUrl: string | undefined,
): Promise<boolean> {
  const names = FIELDS[textAt(message, "Type") ?? ""];
  const algorithm = ALGORITHMS[textAt(message, "SignatureVersion") ?? ""];
  const signature = textAt(message, "Signature", 1_000);
  const url = textAt(message, "SigningCertURL", 1_000);
  if (!names || !algorithm || signature === undefined || !isOfSns(url, baseUrl) || !url.endsWith(".pem"))
    return false;
  const certificate = await certificateAt(url, call);
  return (
    certificate !== undefined && isSigned(signedText(message, names), { algorithm, certificate, signature })
  );
}

/** Each field that is present: its name and its value, each with a line end. */
function signedText(message: unknown, names: readonly string[]): string {
  return names
    .flatMap((name) => {
      const value = textAt(message, name, MAX_FIELD);
      return value === undefined ? [] : [`${name}\n${value}\n`];
    })
    .join("");
}

type Signature = { algorithm: string; certificate: string; signature: string };

function isSigned(text: string, { algorithm, certificate, signature }: Signature): boolean {
  try {
    return createVerify(algorithm).update(text).verify(certificate, signature, "base64");
  } catch {
    return false;
  }
}

/** SNS replaces its certificates about once a year, under new URLs. */
const MAX_CERTIFICATES = 20;
const certificates = new Map<string, string>();

async function certificateAt(url: string, call: Call): Promise<string | undefined> {
  const known = certificates.get(url);
  if (known !== undefined) return known;
  const fetched = await call({ method: "GET", url });
  if (fetched.kind !== "answered" || fetched.status !== 200 || fetched.isCut) return undefined;
  if (!isAtSns(url)) return fetched.body;
  if (certificates.size >= MAX_CERTIFICATES) certificates.clear();
  certificates.set(url, fetched.body);
  return fetched.body;
}
