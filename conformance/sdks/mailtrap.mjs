import { MailtrapClient } from "mailtrap";
import { isInline, named, senderOf } from "./mail-parts.mjs";

export const mailtrapSdk = {
  package: "mailtrap",
  provider: "mailtrap",
  hosts: ["send.api.mailtrap.io"],
  send: (mail, { apiKey, ...credentials }) =>
    new MailtrapClient({ token: apiKey }).send({
      from: named(senderOf(credentials)),
      to: mail.to.map(named),
      cc: mail.cc.map(named),
      bcc: mail.bcc.map(named),
      reply_to: named(mail.replyTo[0]),
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      headers: mail.headers,
      custom_variables: mail.customData,
      attachments: mail.attachments.map((file) => ({
        filename: file.name,
        content: file.bytes,
        type: file.mime,
        disposition: isInline(file) ? "inline" : "attachment",
        content_id: file.contentId,
      })),
    }),
};
