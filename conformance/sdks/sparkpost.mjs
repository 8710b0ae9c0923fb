import SparkPost from "sparkpost";
import { base64, isInline, mailbox, named, senderOf } from "./mail-parts.mjs";

const fileOf = (file) => ({ name: file.contentId ?? file.name, type: file.mime, data: base64(file) });

export const sparkpostSdk = {
  package: "sparkpost",
  provider: "sparkpost",
  hosts: ["api.sparkpost.com"],
  differs: {
    "header.idempotency-key":
      "An optional key by which the vendor recognizes a repeated attempt; the SDK leaves it to its caller.",
    "body.recipients.0.address.header_to":
      "Ours: all recipients see the same field To. The SDK makes it for the copies alone.",
    "body.recipients.1.address.header_to": "The SDK does not escape the quotation mark of the name.",
    "body.recipients.2.address.header_to": "The SDK does not escape the quotation mark of the name.",
    "body.recipients.0.address.name": "Ours states the name in header_to.",
  },
  send: (mail, { apiKey, ...credentials }) =>
    new SparkPost(apiKey).transmissions.send({
      options: { transactional: true },
      metadata: mail.customData,
      recipients: mail.to.map(({ address, name }) => ({ address: { email: address, name } })),
      cc: mail.cc.map(({ address }) => ({ address: { email: address } })),
      bcc: mail.bcc.map(({ address }) => ({ address: { email: address } })),
      content: {
        from: named(senderOf(credentials)),
        reply_to: mailbox(mail.replyTo[0]),
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        headers: mail.headers,
        attachments: mail.attachments.filter((file) => !isInline(file)).map(fileOf),
        inline_images: mail.attachments.filter(isInline).map(fileOf),
      },
    }),
};
