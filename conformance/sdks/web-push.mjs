import webPush from "web-push";

export const webPushSdk = {
  package: "web-push",
  provider: "web-push",
  hosts: ["vendor.test"],
  differs: {
    "header.topic": "Ours: a repeated attempt replaces the first one, while the browser has not got it.",
    "header.urgency": "The SDK states the default, normal.",
  },
  send: ({ tokens: [token], key, title, body, data }, { apiKey, secretKey, from }) =>
    webPush.sendNotification(JSON.parse(token), JSON.stringify({ id: key, title, body, data }), {
      vapidDetails: { subject: `mailto:${from}`, publicKey: apiKey, privateKey: secretKey },
    }),
};
