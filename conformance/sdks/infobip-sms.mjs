import { AuthType, Infobip } from "@infobip-api/sdk";

export const infobipSmsSdk = {
  package: "@infobip-api/sdk",
  provider: "infobip-sms",
  hosts: ["x.api.infobip.com/sms"],
  differs: {
    url: "Ours: version 3, which Infobip recommends; the SDK calls version 2.",
    "body.messages.0.sender": "The names of version 3.",
    "body.messages.0.content": "The names of version 3.",
    "body.messages.0.from": "The names of version 2.",
    "body.messages.0.text": "The names of version 2.",
    "body.type": "The SDK sends a parameter of its own along.",
  },
  async send({ key, to, body }, { apiKey, from }) {
    const client = new Infobip({ baseUrl: "x.api.infobip.com", apiKey, authType: AuthType.ApiKey });
    const destinations = [{ to: to.replace(/^\+/, ""), messageId: key }];
    const answer = await client.channels.sms.send({ messages: [{ from, destinations, text: body }] });
    // The SDK resolves with the error of a refused call.
    if (answer instanceof Error) throw answer;
    return answer.data;
  },
};
