import { Client, SmsResource } from "@seven.io/client";

export const sevenSdk = {
  package: "@seven.io/client",
  provider: "sms77",
  hosts: ["gateway.seven.io"],
  unlike: { "too many requests": "It does not look at the status: an empty body is a result." },
  send: ({ key, to, body }, { apiKey, from }) =>
    new SmsResource(new Client({ apiKey })).dispatch({ to: [to], from, text: body, foreign_id: key }),
};
