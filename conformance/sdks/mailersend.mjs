import { Attachment, EmailParams, MailerSend, Recipient, Sender } from "mailersend";
import { base64, isInline, senderOf } from "./mail-parts.mjs";

/** The names without what MailerSend refuses in them, as a user of the SDK learns from its 422. */
const recipient = ({ address, name }) =>
  new Recipient(
    address,
    name?.replace(/[",]/g, (one) => (one === "," ? " " : one)),
  );

export const mailersendSdk = {
  package: "mailersend",
  provider: "mailersend",
  hosts: ["api.mailersend.com"],
  differs: {
    "body.tags": "The vendor has tags without names only; Tidings does not send its custom data as these.",
    "body.headers": "Ours: without the headers that MailerSend sets itself and refuses.",
  },
  send(mail, { apiKey, ...credentials }) {
    const { address, name } = senderOf(credentials);
    const attachments = mail.attachments.map(
      (file) =>
        new Attachment(base64(file), file.name, isInline(file) ? "inline" : "attachment", file.contentId),
    );
    const params = new EmailParams()
      .setFrom(new Sender(address, name))
      .setTo(mail.to.map(recipient))
      .setCc(mail.cc.map(recipient))
      .setBcc(mail.bcc.map(recipient))
      .setReplyTo(new Sender(mail.replyTo[0].address, mail.replyTo[0].name))
      .setSubject(mail.subject)
      .setHtml(mail.html)
      .setText(mail.text)
      .setTags(Object.entries(mail.customData).map((pair) => pair.join("=")))
      .setAttachments(attachments);
    params.headers = Object.entries(mail.headers).map(([header, value]) => ({ name: header, value }));
    return new MailerSend({ apiKey }).email.send(params);
  },
};
