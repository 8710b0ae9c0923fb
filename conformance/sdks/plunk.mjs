import { createRequire } from "node:module";
import { senderOf } from "./mail-parts.mjs";

const { default: Plunk } = createRequire(import.meta.url)("@plunk/node");

export const plunkSdk = {
  package: "@plunk/node",
  provider: "plunk",
  hosts: ["api.useplunk.com"],
  differs: {
    "body.to": "The SDK's types know addresses alone; ours has the names, too.",
    "body.from": "The SDK's types know an address and a name; ours sends the object of Plunk's new API.",
    "body.name": "The SDK's types know an address and a name; ours sends the object of Plunk's new API.",
    "body.reply": "The SDK's types do not have it; Plunk's reference does.",
    "body.headers": "The SDK's types do not have it; Plunk's reference does.",
    "body.attachments": "The SDK's types do not have it; Plunk's reference does.",
  },
  send(mail, { apiKey, ...credentials }) {
    const { address, name } = senderOf(credentials);
    return new Plunk(apiKey).emails.send({
      to: [...mail.to, ...mail.cc, ...mail.bcc].map((one) => one.address),
      from: address,
      name,
      subject: mail.subject,
      body: mail.html,
    });
  },
};
