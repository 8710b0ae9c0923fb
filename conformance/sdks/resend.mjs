import { Resend } from "resend";
import { base64, mailbox, senderOf } from "./mail-parts.mjs";

export const resendSdk = {
  package: "resend",
  provider: "resend",
  hosts: ["api.resend.com"],
  differs: {
    "header.idempotency-key":
      "An optional key by which the vendor recognizes a repeated attempt; the SDK leaves it to its caller.",
  },
  async send(mail, credentials) {
    const { data, error } = await new Resend(credentials.apiKey).emails.send({
      from: mailbox(senderOf(credentials)),
      to: mail.to.map(mailbox),
      cc: mail.cc.map(mailbox),
      bcc: mail.bcc.map(mailbox),
      replyTo: mailbox(mail.replyTo[0]),
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      headers: mail.headers,
      tags: Object.entries(mail.customData).map(([name, value]) => ({ name, value })),
      attachments: mail.attachments.map((file) => ({
        filename: file.name,
        content: base64(file),
        contentType: file.mime,
        contentId: file.contentId,
      })),
    });
    if (error) throw error;
    return data;
  },
};
