import { BrevoClient } from "@getbrevo/brevo";

export const brevoSmsSdk = {
  package: "@getbrevo/brevo",
  provider: "brevo-sms",
  hosts: ["api.brevo.com/v3/transactionalSMS"],
  differs: {
    url: "Brevo has deprecated the path of the SDK in favor of ours.",
    "body.unicodeEnabled": "Ours decides by the letters of the text; the SDK leaves it to the default.",
  },
  send: ({ key, to, body }, { apiKey, from }) =>
    new BrevoClient({ apiKey, maxRetries: 0 }).transactionalSms.sendTransacSms({
      sender: from,
      recipient: to.replace(/^\+/, ""),
      content: body,
      type: "transactional",
      tag: key,
    }),
};
