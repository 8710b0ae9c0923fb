import Mailjet from "node-mailjet";
import { base64, isInline, senderOf } from "./mail-parts.mjs";

const named = ({ address, name }) => ({ Email: address, ...(name === undefined ? {} : { Name: name }) });
const fileOf = (file) => ({ Filename: file.name, ContentType: file.mime, Base64Content: base64(file) });

export const mailjetSdk = {
  package: "node-mailjet",
  provider: "mailjet",
  hosts: ["api.mailjet.com"],
  async send(mail, { apiKey, secretKey, ...credentials }) {
    const message = {
      From: named(senderOf(credentials)),
      To: mail.to.map(named),
      Cc: mail.cc.map(named),
      Bcc: mail.bcc.map(named),
      ReplyTo: named(mail.replyTo[0]),
      Subject: mail.subject,
      HTMLPart: mail.html,
      TextPart: mail.text,
      Headers: mail.headers,
      CustomID: mail.key,
      EventPayload: JSON.stringify(mail.customData),
      Attachments: mail.attachments.filter((file) => !isInline(file)).map(fileOf),
      InlinedAttachments: mail.attachments
        .filter(isInline)
        .map((file) => ({ ...fileOf(file), ContentID: file.contentId })),
    };
    const sending = Mailjet.apiConnect(apiKey, secretKey).post("send", { version: "v3.1" });
    const { body } = await sending.request({ Messages: [message] });
    return body;
  },
};
