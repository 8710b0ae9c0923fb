import twilio from "twilio";

export const twilioSdk = {
  package: "twilio",
  provider: "twilio",
  hosts: ["api.twilio.com"],
  send: ({ to, body }, { accountSid, token, from }) =>
    twilio(accountSid, token).messages.create({ to, from, body }),
};
