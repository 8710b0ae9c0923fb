import sendgrid from "@sendgrid/mail";
import { base64, isInline, named, senderOf } from "./mail-parts.mjs";

export const sendgridSdk = {
  package: "@sendgrid/mail",
  provider: "sendgrid",
  hosts: ["api.sendgrid.com"],
  differs: {
    "header.x-campaign": "The SDK also sends the headers of the mail as headers of its request.",
    "body.personalizations.0.bcc.1":
      "Ours leaves it out: SendGrid refuses a mail that names an address twice.",
  },
  send(mail, credentials) {
    sendgrid.setApiKey(credentials.apiKey);
    return sendgrid.send({
      from: named(senderOf(credentials)),
      to: mail.to.map(named),
      cc: mail.cc.map(named),
      bcc: mail.bcc.map(named),
      replyTo: named(mail.replyTo[0]),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: mail.headers,
      customArgs: mail.customData,
      ipPoolName: credentials.ipPoolName,
      attachments: mail.attachments.map((file) => ({
        content: base64(file),
        filename: file.name,
        type: file.mime,
        disposition: isInline(file) ? "inline" : "attachment",
        ...(isInline(file) ? { content_id: file.contentId } : {}),
      })),
    });
  },
};
