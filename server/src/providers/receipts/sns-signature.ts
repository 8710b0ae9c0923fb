import { createVerify, type X509Certificate } from "node:crypto";
import { entryAt, textAt } from "../json-path.ts";
import type { FetchCertificate } from "./certificate-cache.ts";
import { certificateIn, isOfSns, isValidAt } from "./sns-certificate.ts";
import { certificateSource, type SnsPlace } from "./sns-place.ts";

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

type Checking = SnsPlace & { fetchCertificate: FetchCertificate; now: Date };

/**
 * Whether SNS signed the message. Fetches the certificate if it is not known, after all checks that need none.
 * @throws UnjudgedReceipt when the certificate cannot be fetched.
 */
export async function isSignedBySns(message: unknown, checking: Checking): Promise<boolean> {
  const names = entryAt(FIELDS, textAt(message, "Type"));
  const algorithm = entryAt(ALGORITHMS, textAt(message, "SignatureVersion"));
  const signature = textAt(message, "Signature", 1_000);
  if (!names || !algorithm || signature === undefined) return false;
  const certificate = await certificateAt(textAt(message, "SigningCertURL", 1_000), checking);
  if (certificate === undefined || !isValidAt(certificate, checking.now)) return false;
  return isSigned(signedText(message, names), { algorithm, certificate, signature });
}

/**
 * SNS publishes each new certificate at a new URL, so a certificate of SNS is cached. An emulator may change the certificate at its URL, and
 * its certificate may have any name.
 */
async function certificateAt(
  url: string | undefined,
  { fetchCertificate, now, ...place }: Checking,
): Promise<X509Certificate | undefined> {
  const source = certificateSource(url, place);
  if (source === undefined || url === undefined) return undefined;
  const read = (pem: string) => {
    const certificate = certificateIn(pem);
    if (certificate === undefined || !isValidAt(certificate, now)) return undefined;
    return source === "emulator" || isOfSns(certificate, place.topic) ? certificate : undefined;
  };
  return fetchCertificate(url, { read, isCached: source === "sns" });
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

type Signature = { algorithm: string; certificate: X509Certificate; signature: string };

function isSigned(text: string, { algorithm, certificate, signature }: Signature): boolean {
  try {
    return createVerify(algorithm).update(text).verify(certificate.publicKey, signature, "base64");
  } catch {
    return false;
  }
}
