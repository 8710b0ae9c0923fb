import MailComposer from "nodemailer/lib/mail-composer";
import { composeMail } from "../email/compose-mail.ts";
import type { Provider } from "../provider.ts";

/** Reserved for names that lead nowhere (RFC 2606), like these mails. */
const DEFAULT_SENDER = "no-reply@tidings.invalid";

/**
 * E-mail without a mail server: every rendered mail is kept as an .eml file that any mail program opens. For trying
 * things out and for tests. Credentials: from, senderName.
 */
export const outboxEmail: Provider<"email"> = {
  id: "svc-email",
  channel: "email",
  name: "Local outbox",
  requires: [],
  async send(message, credentials, io) {
    const mail = composeMail(message, { ...credentials, from: credentials.from ?? DEFAULT_SENDER });
    if (mail.kind !== "composed") return mail;
    const node = new MailComposer(mail.options).compile();
    // Nobody receives this copy; whoever looks at it wants to see all recipients.
    node.keepBcc = true;
    try {
      const file = await io.keepMail(message.key, await node.build());
      return { kind: "accepted", providerMessageId: mail.messageId, raw: JSON.stringify({ file }) };
    } catch {
      return { kind: "not_processed", reason: "The mail could not be written to the local outbox." };
    }
  },
};
