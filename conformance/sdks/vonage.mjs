import { Vonage } from "@vonage/server-sdk";

export const vonageSdk = {
  package: "@vonage/server-sdk",
  provider: "nexmo",
  hosts: ["rest.nexmo.com"],
  differs: {
    "header.content-type": "Vonage takes a form and JSON.",
    "header.authorization": "Vonage takes the key and its secret in the body, too.",
    "body.api_key": "The SDK has them in the header.",
    "body.api_secret": "The SDK has them in the header.",
  },
  send: ({ key, to, body }, { apiKey, secretKey, from }) =>
    new Vonage({ apiKey, apiSecret: secretKey }).sms.send({
      to: to.replace(/^\+/, ""),
      from: from.replace(/^\+/, ""),
      text: body,
      type: "unicode",
      clientRef: key,
    }),
};
