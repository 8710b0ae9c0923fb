import OneSignal from "@onesignal/node-onesignal";

export const oneSignalSdk = {
  package: "@onesignal/node-onesignal",
  provider: "one-signal",
  hosts: ["api.onesignal.com"],
  differs: {
    "query.c":
      "Ours, as in OneSignal's reference of push messages; the SDK does not state the channel there.",
    "body.idempotency_key":
      "An optional key by which the vendor recognizes a repeated attempt; the SDK leaves it to its caller.",
  },
  send({ tokens, title, body, data }, { applicationId, apiKey }) {
    const client = new OneSignal.DefaultApi(OneSignal.createConfiguration({ restApiKey: apiKey }));
    return client.createNotification(
      Object.assign(new OneSignal.Notification(), {
        app_id: applicationId,
        target_channel: "push",
        include_subscription_ids: tokens,
        headings: { en: title },
        contents: { en: body },
        data,
      }),
    );
  },
};
