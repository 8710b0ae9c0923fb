import { BrevoClient } from "@getbrevo/brevo";
import { base64, named, senderOf } from "./mail-parts.mjs";

export const brevoSdk = {
  package: "@getbrevo/brevo",
  provider: "sendinblue",
  hosts: ["api.brevo.com/v3/smtp"],
  differs: {
    "body.headers.idempotencyKey":
      "An optional key by which the vendor recognizes a repeated attempt; the SDK leaves it to its caller.",
  },
  send: (mail, { apiKey, ...credentials }) =>
    new BrevoClient({ apiKey, maxRetries: 0 }).transactionalEmails.sendTransacEmail({
      sender: named(senderOf(credentials)),
      to: mail.to.map(named),
      cc: mail.cc.map(named),
      bcc: mail.bcc.map(named),
      replyTo: named(mail.replyTo[0]),
      subject: mail.subject,
      htmlContent: mail.html,
      textContent: mail.text,
      headers: { ...mail.headers, "X-Mailin-custom": JSON.stringify(mail.customData) },
      attachment: mail.attachments.map((file) => ({ name: file.name, content: base64(file) })),
    }),
};
