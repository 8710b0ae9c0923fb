import { AuthType, Infobip } from "@infobip-api/sdk";
import { isInline, mailbox, senderOf } from "./mail-parts.mjs";

const fileOf = ({ name, contentId, bytes }) => ({ data: bytes, name: contentId ?? name });

export const infobipEmailSdk = {
  package: "@infobip-api/sdk",
  provider: "infobip-email",
  hosts: ["x.api.infobip.com/email"],
  differs: {
    "body.to['0']": "The SDK numbers the items of a list; ours joins them, as documented.",
    "body.cc['0']": "The SDK numbers the items of a list; ours joins them, as documented.",
    "body.bcc['0']": "The SDK numbers the items of a list; ours joins them, as documented.",
    "body.to": "The SDK numbers the items of a list; ours joins them, as documented.",
    "body.cc": "The SDK numbers the items of a list; ours joins them, as documented.",
    "body.bcc": "The SDK numbers the items of a list; ours joins them, as documented.",
    "body.inlineImage.type": "The SDK states no type of a file; ours states the one of the attachment.",
  },
  async send(mail, { apiKey, ...credentials }) {
    const client = new Infobip({ baseUrl: "x.api.infobip.com", apiKey, authType: AuthType.ApiKey });
    const answer = await client.channels.email.send({
      from: mailbox(senderOf(credentials)),
      to: mail.to.map(mailbox),
      cc: mail.cc.map(mailbox),
      bcc: mail.bcc.map(mailbox),
      replyTo: mail.replyTo[0].address,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: mail.key,
      headers: JSON.stringify(mail.headers),
      callbackData: JSON.stringify(mail.customData),
      attachment: mail.attachments.filter((file) => !isInline(file)).map(fileOf),
      inlineImage: mail.attachments.filter(isInline).map(fileOf),
    });
    if (answer instanceof Error) throw answer;
    return answer.data;
  },
};
