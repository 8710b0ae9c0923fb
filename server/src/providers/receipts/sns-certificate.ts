import { X509Certificate } from "node:crypto";
import type { Topic } from "./sns-place.ts";

/** One block and nothing else. */
const ONE_BLOCK =
  /^\s*-----BEGIN CERTIFICATE-----\r?\n[A-Za-z0-9+/=\r\n]{1,16000}-----END CERTIFICATE-----\s*$/;

/** The certificate in a PEM file with exactly one, of an RSA key; undefined for anything else. */
export function certificateIn(pem: string): X509Certificate | undefined {
  if (!ONE_BLOCK.test(pem)) return undefined;
  try {
    const certificate = new X509Certificate(pem);
    return certificate.publicKey.asymmetricKeyType === "rsa" ? certificate : undefined;
  } catch {
    return undefined;
  }
}

export function isValidAt({ validFrom, validTo }: X509Certificate, now: Date): boolean {
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  return from <= now.getTime() && now.getTime() < to;
}

/**
 * Whether the certificate is that of SNS in the topic's region. The names are those that the AWS SDK for Java expects
 * (`sns-message-manager`): SNS has one name in older regions, and one for each in newer ones, in China and for governments.
 */
export function isOfSns(certificate: X509Certificate, { region, domain }: Topic): boolean {
  const names = [
    `sns.${domain}`,
    `sns.${region}.${domain}`,
    `sns-signing.${region}.${domain}`,
    `sns-${region}.${domain}`,
    ...(region.startsWith("us-gov-") ? [`sns-us-gov-west-1.${domain}`] : []),
  ];
  return names.some((name) => certificate.checkHost(name, { wildcards: false }) !== undefined);
}
