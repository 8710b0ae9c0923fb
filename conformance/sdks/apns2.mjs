import { ApnsClient, Notification } from "apns2";

export const apns2Sdk = {
  package: "apns2",
  provider: "apns",
  hosts: ["api.push.apple.com"],
  unlike: {
    success: "It resolves with the notification, without the id of the answer.",
    sent: "It resolves with the notification, without the id of the answer.",
  },
  differs: {
    "header.apns-collapse-id": "Ours: a repeated attempt replaces the first one on the device.",
    "header.apns-id": "Ours: every attempt has the same id. The SDK lets APNs choose one.",
    "header.content-type": "APNs reads no content type.",
  },
  async send({ tokens: [token], title, body, data }, { secretKey, apiKey, projectName, applicationId }) {
    const client = new ApnsClient({
      team: projectName,
      keyId: apiKey,
      signingKey: secretKey,
      defaultTopic: applicationId,
      keepAlive: false,
    });
    try {
      return await client.send(new Notification(token, { alert: { title, body }, data }));
    } finally {
      await client.destroy();
    }
  },
};
