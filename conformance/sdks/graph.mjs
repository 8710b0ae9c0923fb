import { Client, RetryHandlerOptions } from "@microsoft/microsoft-graph-client";
import { base64, isInline, senderOf } from "./mail-parts.mjs";

const boxed = ({ address, name }) => ({
  emailAddress: { address, ...(name === undefined ? {} : { name }) },
});

export const graphSdk = {
  package: "@microsoft/microsoft-graph-client",
  provider: "outlook365",
  hosts: ["graph.microsoft.com"],
  send(mail, credentials) {
    const { address } = credentials.from ? { address: credentials.from } : senderOf(credentials);
    const client = Client.init({ authProvider: (done) => done(null, "the-token") });
    const message = {
      subject: mail.subject,
      body: { contentType: "HTML", content: mail.html },
      from: boxed(senderOf(credentials)),
      toRecipients: mail.to.map(boxed),
      ccRecipients: mail.cc.map(boxed),
      bccRecipients: mail.bcc.map(boxed),
      replyTo: [boxed(mail.replyTo[0])],
      internetMessageHeaders: Object.entries(mail.headers).map(([name, value]) => ({ name, value })),
      attachments: mail.attachments.map((file) => ({
        "@odata.type": "#microsoft.graph.fileAttachment",
        name: file.name,
        contentType: file.mime,
        contentBytes: base64(file),
        isInline: isInline(file),
        ...(isInline(file) ? { contentId: file.contentId } : {}),
      })),
    };
    return client
      .api(`/users/${address}/sendMail`)
      .middlewareOptions([new RetryHandlerOptions(0, 0)])
      .post({ message, saveToSentItems: false });
  },
};
