import type { EmailMessage, Mailbox } from "../provider.ts";
import { isAddrSpec } from "./addr-spec.ts";
import { refusalOfAttachments } from "./mail-parts.ts";

export type MailFault = { kind: "config_error" | "recipient_error" | "rejected"; reason: string };

/** Checks a mail before it is passed to a library, and returns the first fault. */
export function faultOf(message: EmailMessage, sender: Mailbox | undefined): MailFault | undefined {
  return (
    senderFault(sender) ??
    recipientFault(message) ??
    replyFault(message) ??
    subjectFault(message) ??
    headerFault(message.headers ?? {}) ??
    attachmentFault(message)
  );
}

function senderFault(sender: Mailbox | undefined): MailFault | undefined {
  if (sender === undefined) return { kind: "config_error", reason: "The integration has no from address." };
  return isMailbox(sender)
    ? undefined
    : { kind: "config_error", reason: "The sender is not one plain e-mail address." };
}

function recipientFault(message: EmailMessage): MailFault | undefined {
  if (message.to.length === 0) return { kind: "recipient_error", reason: "The mail has no recipient." };
  const recipients = [...message.to, ...(message.cc ?? []), ...(message.bcc ?? [])];
  return recipients.every(isMailbox)
    ? undefined
    : { kind: "recipient_error", reason: "A recipient is not one plain e-mail address." };
}

function replyFault(message: EmailMessage): MailFault | undefined {
  const isFine = (message.replyTo ?? []).every(isMailbox);
  return isFine ? undefined : rejected("The reply-to is not a plain e-mail address.");
}

/** One plain address, and a name without line breaks. */
export function isMailbox(mailbox: Mailbox): boolean {
  return isAddrSpec(mailbox.address) && isOneLine(mailbox.name ?? "");
}

function subjectFault(message: EmailMessage): MailFault | undefined {
  return isOneLine(message.subject) ? undefined : rejected("The subject holds a line break.");
}

/** CR, LF, NUL and other control characters except the tab could end a header or a command early. */
function isOneLine(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: searches for them
  return !/[\u0000-\u0008\u000a-\u001f\u007f\u0085\u2028\u2029]/.test(text);
}

const HEADER_NAME = /^[A-Za-z0-9-]{1,64}$/;
/** Recipients, sender and content are defined by the message, never by a custom header. */
const RESERVED_HEADER =
  /^(apparently-to|arc-.*|authentication-results|bcc|cc|content-.*|date|delivered-to|dkim-.*|from|message-id|mime-version|received.*|reply-to|resent-.*|return-path|sender|subject|to|x-idempotency-key)$/i;

function headerFault(headers: Record<string, string>): MailFault | undefined {
  const refusal = refusalOfMailHeaders(headers);
  return refusal === undefined
    ? undefined
    : rejected(`${refusal.charAt(0).toUpperCase()}${refusal.slice(1)}.`);
}

/** Why a mail may not have these headers, without their values; undefined when it may. */
export function refusalOfMailHeaders(headers: Record<string, string>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name)) return "a header name is not made of letters, digits and hyphens";
    if (RESERVED_HEADER.test(name)) return `the header ${name} may not be set`;
    if (!isOneLine(value)) return `the header ${name} holds a line break`;
  }
  return undefined;
}

function attachmentFault({ attachments = [] }: EmailMessage): MailFault | undefined {
  const refusal = refusalOfAttachments(attachments);
  return refusal && rejected(`An attachment cannot be sent: its ${refusal.member} ${refusal.must}.`);
}

function rejected(reason: string): MailFault {
  return { kind: "rejected", reason };
}
