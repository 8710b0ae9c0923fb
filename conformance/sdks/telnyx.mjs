import Telnyx from "telnyx";

export const telnyxSdk = {
  package: "telnyx",
  provider: "telnyx",
  hosts: ["api.telnyx.com"],
  send: ({ to, body }, { apiKey, messageProfileId, from }) =>
    new Telnyx({ apiKey, maxRetries: 0 }).messages.send({
      from,
      to,
      text: body,
      messaging_profile_id: messageProfileId,
    }),
};
