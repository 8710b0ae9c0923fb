import { cert, deleteApp, initializeApp } from "firebase-admin/app";
import { getMessaging } from "firebase-admin/messaging";

export const firebaseSdk = {
  package: "firebase-admin",
  provider: "fcm",
  hosts: ["fcm.googleapis.com", "oauth2.googleapis.com"],
  differs: { "header.access_token_auth": "A header of the SDK alone; FCM documents none beside the token." },
  async send({ key, tokens: [token], title, body, data }, { serviceAccount }) {
    const app = initializeApp({ credential: cert(JSON.parse(serviceAccount)) }, `${Math.random()}`);
    const texts = Object.entries(data).map(([name, value]) => [name, String(value)]);
    try {
      return await getMessaging(app).send({
        token,
        notification: { title, body },
        data: Object.fromEntries(texts),
        android: { notification: { tag: key } },
        apns: { headers: { "apns-collapse-id": key } },
        webpush: { headers: { Topic: key } },
      });
    } finally {
      await deleteApp(app);
    }
  },
};
