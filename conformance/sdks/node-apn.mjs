import apn from "@parse/node-apn";

export const nodeApnSdk = {
  package: "@parse/node-apn",
  provider: "apns",
  hosts: ["api.push.apple.com"],
  unlike: {
    InternalServerError:
      "It sends a 500 four times, and then shows the status alone (findings/node-apn-retry-after.sh).",
  },
  differs: {
    "header.apns-id": "Ours: every attempt has the same id. The SDK lets APNs choose one.",
    "header.content-type": "APNs reads no content type.",
    "header.apns-priority": "The SDK states APNs' default, 10.",
  },
  async send({ key, tokens, title, body, data }, { secretKey, apiKey, projectName, applicationId }) {
    const token = { key: secretKey, keyId: apiKey, teamId: projectName };
    const provider = new apn.Provider({ token, production: true });
    const notification = new apn.Notification({
      alert: { title, body },
      topic: applicationId,
      collapseId: key,
      pushType: "alert",
      payload: data,
    });
    try {
      const { sent, failed } = await provider.send(notification, tokens);
      if (failed.length > 0) throw failed[0].error ?? failed[0];
      return sent;
    } finally {
      await provider.shutdown();
    }
  },
};
