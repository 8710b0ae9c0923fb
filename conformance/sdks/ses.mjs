import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { isInline, mailbox, senderOf } from "./mail-parts.mjs";

const utf8 = (Data) => ({ Data, Charset: "UTF-8" });

export const sesSdk = {
  package: "@aws-sdk/client-sesv2",
  provider: "ses",
  hosts: ["email.eu-central-1.amazonaws.com"],
  differs: {
    "header.authorization": "The SDK signs all of its headers; AWS demands host and time.",
    "header.x-amz-content-sha256": "The SDK states the hash; only S3 demands it.",
  },
  send(mail, { apiKey, secretKey, region, ...credentials }) {
    const access = { accessKeyId: apiKey, secretAccessKey: secretKey };
    const client = new SESv2Client({ region, credentials: access, maxAttempts: 1 });
    const { address, name } = senderOf(credentials);
    // SES takes ASCII in addresses only; a name has other characters, so the user encodes it.
    const encoded = `=?UTF-8?B?${Buffer.from(name).toString("base64")}?=`;
    return client.send(
      new SendEmailCommand({
        FromEmailAddress: `${encoded} <${address}>`,
        Destination: {
          ToAddresses: mail.to.map(mailbox),
          CcAddresses: mail.cc.map(mailbox),
          BccAddresses: mail.bcc.map(mailbox),
        },
        ReplyToAddresses: [mailbox(mail.replyTo[0])],
        EmailTags: Object.entries(mail.customData).map(([Name, Value]) => ({ Name, Value })),
        Content: { Simple: contentOf(mail) },
      }),
    );
  },
};

function contentOf(mail) {
  return {
    Subject: utf8(mail.subject),
    Body: { Html: utf8(mail.html), Text: utf8(mail.text) },
    Headers: Object.entries(mail.headers).map(([Name, Value]) => ({ Name, Value })),
    Attachments: mail.attachments.map((file) => ({
      FileName: file.name,
      ContentType: file.mime,
      RawContent: file.bytes,
      ContentDisposition: isInline(file) ? "INLINE" : "ATTACHMENT",
      ContentId: file.contentId,
      ContentTransferEncoding: "BASE64",
    })),
  };
}
