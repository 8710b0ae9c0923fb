import { createHash } from "node:crypto";
import type { SendMailOptions } from "nodemailer";
import type { Credentials, EmailMessage, Mailbox } from "../provider.ts";
import { asciiDomain, domainOf } from "./addr-spec.ts";
import { eachOnce } from "./each-once.ts";
import { encodedWords, looksEncoded } from "./encoded-words.ts";
import { faultOf, type MailFault } from "./mail-faults.ts";
import { type Invitation, type MailFile, type MailParts, partsOf } from "./mail-parts.ts";
import { senderOf } from "./mailboxes.ts";
import { mimeTypeText } from "./mime-type.ts";
import { recipientsLeft } from "./unsettled.ts";

/** A checked mail as options of nodemailer. */
type ComposedMail = {
  kind: "composed";
  options: SendMailOptions;
  messageId: string;
  /** To which it is sent now. */
  recipients: readonly string[];
};

/**
 * One mail for one message, with the same bytes for every attempt, `Message-ID`, `Date` and boundaries included. The envelope is explicit, so that a header
 * cannot add a recipient, and content is bytes: no path or URL is ever opened.
 */
export function composeMail(message: EmailMessage, credentials: Credentials): ComposedMail | MailFault {
  const from = senderOf(message, credentials);
  const fault = faultOf(message, from);
  if (fault || from === undefined) return fault ?? { kind: "config_error", reason: "There is no sender." };
  const once = eachOnce(message);
  const { to, cc = [], bcc = [], replyTo = [], text, stored } = once;
  const parts = partsOf(message.attachments);
  const messageId = `<${message.key.replace(/[^A-Za-z0-9-]+/g, ".")}@${asciiDomain(domainOf(from.address))}>`;
  const recipients = recipientsLeft(once);
  const options: SendMailOptions = {
    from: named(from),
    to: to.map(named),
    cc: cc.map(named),
    bcc: bcc.map(named),
    ...(replyTo.length === 0 ? {} : { replyTo: replyTo.map(named) }),
    envelope: { from: from.address, to: recipients },
    messageId,
    ...(stored ? { date: stored.at, baseBoundary: boundaryOf(stored.id, message, parts) } : {}),
    subject: looksEncoded(message.subject) ? encodedWords(message.subject) : message.subject,
    html: message.html,
    ...(text === undefined ? {} : { text }),
    ...otherForms(parts),
    attachments: parts.files.map(attached),
    // Automatic responders do not reply to such mails (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...message.headers, "X-Idempotency-Key": message.key },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return { kind: "composed", options, messageId, recipients };
}

/**
 * The same for every attempt. A hash of the parts that nodemailer may send unencoded, too: no author can write the boundary into a
 * part, although ids can be guessed.
 */
function boundaryOf(id: string, { html, text = "" }: EmailMessage, parts: MailParts): string {
  const { files, amp, invitation } = parts;
  const hash = createHash("sha256").update(JSON.stringify([id, html, text]));
  for (const { type, bytes } of files) if (type.name.startsWith("message/")) hash.update(bytes);
  for (const part of [amp, invitation]) if (part) hash.update(part.bytes);
  return hash.digest("hex").slice(0, 32);
}

function named(mailbox: Mailbox) {
  return { address: mailbox.address, name: mailbox.name ?? "" };
}

function attached({ name, type, bytes, contentId }: MailFile) {
  return {
    filename: name,
    contentType: mimeTypeText(type),
    content: bytes,
    ...(contentId === undefined ? {} : { cid: contentId }),
  };
}

/** nodemailer puts AMP before the HTML, as AMP requires, and the invitation after it, so that calendars prefer it. */
function otherForms({ amp, invitation }: MailParts): Pick<SendMailOptions, "amp" | "alternatives"> {
  return {
    ...(amp ? { amp: { content: amp.bytes } } : {}),
    ...(invitation
      ? { alternatives: [{ contentType: calendarType(invitation), content: invitation.bytes }] }
      : {}),
  };
}

/** The other parameters are kept; without a charset, mail programs would take ASCII. */
function calendarType({ type, method }: Invitation): string {
  const parameters = new Map<string, string>([["charset", "utf-8"], ...type.parameters, ["method", method]]);
  return mimeTypeText({ name: type.name, parameters });
}
