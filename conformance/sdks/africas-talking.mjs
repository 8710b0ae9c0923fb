import africasTalking from "africastalking";

export const africasTalkingSdk = {
  package: "africastalking",
  provider: "africas-talking",
  hosts: ["api.africastalking.com"],
  differs: { "body.bulkSMSMode": "The SDK always states the vendor's default." },
  send: ({ to, body }, { apiKey, user, from }) =>
    africasTalking({ apiKey, username: user }).SMS.send({ to: [to], message: body, from }),
};
