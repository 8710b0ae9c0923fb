import type { EmailMessage, Mailbox } from "../provider.ts";
import { needsUtf8 } from "./addr-spec.ts";
import type { MailFault } from "./mail-faults.ts";

type Addressed = Pick<EmailMessage, "to" | "cc" | "bcc" | "replyTo">;

/**
 * The outcome of a mail with an address that only servers with SMTPUTF8 take, by a server without it: RFC 6531, section 3.2, forbids to
 * send the mail. Undefined where all addresses have a form in ASCII. It names the field, never the address.
 */
export function utf8Fault(message: Addressed & { sender: Mailbox }, server: string): MailFault | undefined {
  const { sender, to, cc, bcc, replyTo } = message;
  const fault = (kind: MailFault["kind"], field: string) => ({ kind, reason: withoutUtf8(field, server) });
  for (const [field, mailboxes] of Object.entries({ to, cc, bcc })) {
    if (mailboxes?.some(isUtf8)) return fault("recipient_error", `an address in ${field}`);
  }
  if (isUtf8(sender)) return fault("config_error", "the sender's address");
  return replyTo?.some(isUtf8) ? fault("rejected", "an address in replyTo") : undefined;
}

function isUtf8({ address }: Mailbox): boolean {
  return needsUtf8(address);
}

/** `field`: what needs the extension, as "the sender's address". */
export function withoutUtf8(field: string, server: string): string {
  return `${server} does not support SMTPUTF8 (RFC 6531), and ${field} has other letters than ASCII before its @.`;
}
