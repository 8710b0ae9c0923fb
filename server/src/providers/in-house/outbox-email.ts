import MailComposer from "nodemailer/lib/mail-composer";
import { FROM_ADDRESS, SENDER_NAME } from "../common-fields.ts";
import { composeMail } from "../email/compose-mail.ts";
import { encodeNames } from "../email/encode-names.ts";
import type { Provider } from "../provider.ts";

/** A top-level domain that is reserved for invalid names (RFC 2606). */
const DEFAULT_SENDER = "no-reply@tidings.invalid";

/**
 * E-mail without a mail server: every mail is stored as an .eml file that any mail program opens. For development and
 * tests.
 */
export const outboxEmail: Provider<"email"> = {
  id: "svc-email",
  channel: "email",
  displayName: "Local outbox",
  fields: [FROM_ADDRESS, SENDER_NAME],
  async send(message, credentials, io) {
    const from = credentials.from ?? DEFAULT_SENDER;
    const mail = composeMail(message, { from, senderName: credentials.senderName });
    if (mail.kind !== "composed") return mail;
    const node = encodeNames(new MailComposer(mail.options).compile());
    // This file is not sent, so it shows all recipients.
    node.keepBcc = true;
    try {
      const file = await io.keepMail(message.key, await node.build());
      return { kind: "accepted", providerMessageId: mail.messageId, raw: JSON.stringify({ file }) };
    } catch {
      return { kind: "not_processed", reason: "The mail could not be written to the local outbox." };
    }
  },
};
