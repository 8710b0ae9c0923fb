import bandwidth from "bandwidth-sdk";

export const bandwidthSdk = {
  package: "bandwidth-sdk",
  provider: "bandwidth",
  hosts: ["messaging.bandwidth.com"],
  async send({ key, to, body }, { user, password, accountSid, applicationId, from }) {
    const access = new bandwidth.Configuration({ username: user, password });
    const message = { applicationId, to: [to], from, text: body, tag: key };
    const { data } = await new bandwidth.MessagesApi(access).createMessage(accountSid, message);
    return data;
  },
};
