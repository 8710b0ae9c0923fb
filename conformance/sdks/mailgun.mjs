import Mailgun from "mailgun.js";
import { isInline, mailbox, senderOf } from "./mail-parts.mjs";

export const mailgunSdk = {
  package: "mailgun.js",
  provider: "mailgun",
  hosts: ["api.mailgun.net"],
  differs: {
    "body.attachment.type": "The SDK loses the type with the FormData of Node.js; ours states it.",
    "body.inline.type": "The SDK loses the type with the FormData of Node.js; ours states it.",
  },
  send(mail, { apiKey, domain, ...credentials }) {
    const client = new Mailgun(FormData).client({ username: "api", key: apiKey });
    const fileOf = ({ name, mime, bytes, contentId }) => ({
      data: bytes,
      filename: contentId ?? name,
      contentType: mime,
    });
    return client.messages.create(domain, {
      from: mailbox(senderOf(credentials)),
      to: mail.to.map(mailbox),
      cc: mail.cc.map(mailbox),
      bcc: mail.bcc.map(mailbox),
      "h:Reply-To": mailbox(mail.replyTo[0]),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      ...prefixed("h:", mail.headers),
      ...prefixed("v:", mail.customData),
      attachment: mail.attachments.filter((file) => !isInline(file)).map(fileOf),
      inline: mail.attachments.filter(isInline).map(fileOf),
    });
  },
};

const prefixed = (prefix, fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]));
