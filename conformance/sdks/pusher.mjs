import PushNotifications from "@pusher/push-notifications-server";

export const pusherSdk = {
  package: "@pusher/push-notifications-server",
  provider: "pusher-beams",
  hosts: ["97c56dfe-58f5-408b-ab3a-158e51a860f2.pushnotifications.pusher.com"],
  send({ tokens, title, body, data }, { instanceId, secretKey }) {
    const texts = Object.entries(data).map(([name, value]) => [name, String(value)]);
    return new PushNotifications({ instanceId, secretKey }).publishToUsers(tokens, {
      apns: { aps: { alert: { title, body } }, data },
      fcm: { notification: { title, body }, data: Object.fromEntries(texts) },
      web: { notification: { title, body }, data },
    });
  },
};
