import plivo from "plivo";

export const plivoSdk = {
  package: "plivo",
  provider: "plivo",
  hosts: ["api.plivo.com"],
  unlike: { "rate limit": "Of a 429, the SDK shows a text without the body." },
  send: ({ to, body }, { accountSid, token, from }) =>
    new plivo.Client(accountSid, token).messages.create({ src: from, dst: to, text: body }),
};
