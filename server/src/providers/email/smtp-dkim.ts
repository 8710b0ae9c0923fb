import { createPrivateKey } from "node:crypto";
import { textOf } from "../credential.ts";
import type { Credentials } from "../provider.ts";
import { domainOf } from "./addr-spec.ts";

/** How an account signs its mails (DKIM, RFC 6376), as nodemailer takes it. */
export type DkimOptions = {
  domainName: string;
  keySelector: string;
  privateKey: string;
  headerFieldNames: string;
};
type Fault = { kind: "config_error"; reason: string };

/**
 * The headers that the signature covers where the mail has them. RFC 8058, section 4, requires both headers of the link to
 * unsubscribe; nodemailer's own list lacks `List-Unsubscribe-Post`.
 */
const SIGNED_HEADERS = [
  ...["From", "Sender", "Reply-To", "Subject", "Date", "Message-ID", "To", "Cc", "In-Reply-To", "References"],
  ...["MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Auto-Submitted"],
  ...["List-Id", "List-Help", "List-Unsubscribe", "List-Unsubscribe-Post"],
].join(":");

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;
const SELECTOR = /^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/i;

/**
 * Undefined where the account does not sign. A key that is not RSA is a fault, because nodemailer would send the mail
 * unsigned without an error.
 */
export function dkimOf(credentials: Credentials, sender = ""): DkimOptions | Fault | undefined {
  const [pem, keySelector] = [textOf(credentials, "secretKey"), textOf(credentials, "accountSid")];
  if (pem === undefined && keySelector === undefined) return undefined;
  if (pem === undefined || keySelector === undefined) return fault("needs both secretKey and accountSid");
  const domainName = textOf(credentials, "domain") ?? domainOf(sender);
  if (!DOMAIN.test(domainName)) return fault("needs a domain name as domain");
  if (!SELECTOR.test(keySelector)) return fault("needs a selector as accountSid");
  const privateKey = rsaKeyIn(pem);
  if (privateKey === undefined)
    return fault("needs an RSA private key without a password, in PEM, as secretKey");
  return { domainName, keySelector, privateKey, headerFieldNames: SIGNED_HEADERS };
}

/** Line breaks of the key may be written as `\n`, as in environment variables. */
function rsaKeyIn(text: string): string | undefined {
  const pem = text.replaceAll("\\n", "\n");
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa" ? pem : undefined;
  } catch {
    return undefined;
  }
}

function fault(what: string): Fault {
  return { kind: "config_error", reason: `Signing with DKIM ${what}.` };
}
