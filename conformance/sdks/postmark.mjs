import { ServerClient } from "postmark";
import { base64, isInline, mailbox, senderOf } from "./mail-parts.mjs";

const list = (mailboxes) => mailboxes.map(mailbox).join(", ");

export const postmarkSdk = {
  package: "postmark",
  provider: "postmark",
  hosts: ["api.postmarkapp.com"],
  send: (mail, credentials) =>
    new ServerClient(credentials.apiKey).sendEmail({
      From: mailbox(senderOf(credentials)),
      To: list(mail.to),
      Cc: list(mail.cc),
      Bcc: list(mail.bcc),
      ReplyTo: mailbox(mail.replyTo[0]),
      Subject: mail.subject,
      HtmlBody: mail.html,
      TextBody: mail.text,
      Headers: Object.entries(mail.headers).map(([Name, Value]) => ({ Name, Value })),
      Metadata: mail.customData,
      Attachments: mail.attachments.map((file) => ({
        Name: file.name,
        Content: base64(file),
        ContentType: file.mime,
        ContentID: isInline(file) ? `cid:${file.contentId}` : null,
      })),
    }),
};
