import type { SendMailOptions } from "nodemailer";
import type { Attachment, Credentials, EmailMessage, Mailbox } from "../provider.ts";
import { domainOf } from "./addr-spec.ts";
import { encodedWords } from "./encoded-words.ts";
import { fileName } from "./file-name.ts";
import { faultOf, type MailFault } from "./mail-faults.ts";
import { senderOf } from "./mailboxes.ts";

/** A checked mail as options of nodemailer. */
type ComposedMail = { kind: "composed"; options: SendMailOptions; messageId: string };

/**
 * One mail for one message, with the same `Message-ID` for every attempt. The envelope is explicit, so that a header
 * cannot add a recipient, and content is bytes: no path or URL is ever opened.
 */
export function composeMail(message: EmailMessage, credentials: Credentials): ComposedMail | MailFault {
  const from = senderOf(message, credentials);
  const fault = faultOf(message, from);
  if (fault || from === undefined) return fault ?? { kind: "config_error", reason: "There is no sender." };
  const { to, cc = [], bcc = [], replyTo, text } = message;
  const messageId = `<${message.key.replace(/[^A-Za-z0-9-]+/g, ".")}@${domainOf(from.address)}>`;
  const options: SendMailOptions = {
    from: named(from),
    to: to.map(named),
    cc: cc.map(named),
    bcc: bcc.map(named),
    ...(replyTo === undefined ? {} : { replyTo: named(replyTo) }),
    envelope: { from: from.address, to: [...to, ...cc, ...bcc].map((mailbox) => mailbox.address) },
    messageId,
    subject: message.subject.includes("=?") ? encodedWords(message.subject) : message.subject,
    html: message.html,
    ...(text === undefined ? {} : { text }),
    attachments: (message.attachments ?? []).map(attached),
    // Automatic responders do not reply to such mails (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...message.headers, "X-Idempotency-Key": message.key },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return { kind: "composed", options, messageId };
}

function named(mailbox: Mailbox) {
  return { address: mailbox.address, name: mailbox.name ?? "" };
}

function attached({ name, mime, bytes, contentId }: Attachment) {
  return {
    filename: fileName(name),
    contentType: mime,
    content: bytes,
    ...(contentId === undefined ? {} : { cid: contentId }),
  };
}
