import { SmsClient } from "@azure/communication-sms";

export const azureSdk = {
  package: "@azure/communication-sms",
  provider: "azure-sms",
  hosts: ["contoso.communication.azure.com"],
  fresh: ["repeatabilityRequestId", "repeatabilityFirstSent"].map((name) => `body.smsRecipients.0.${name}`),
  differs: {
    "body.smsRecipients.0.repeatabilityRequestId":
      "Ours is the same for every attempt; the SDK makes one for each call.",
    "body.smsRecipients.0.repeatabilityFirstSent":
      "Ours is the same for every attempt; the SDK takes the time of the call.",
    "body.smsSendOptions": "The SDK states the default; Tidings reads no reports of Azure.",
  },
  async send({ to, body }, { accessKey, from }) {
    const client = new SmsClient(accessKey, { retryOptions: { maxRetries: 0 } });
    const results = await client.send({ from, to: [to], message: body });
    const failed = results.find(({ successful }) => !successful);
    if (failed) throw failed;
    return results;
  },
};
