import clicksend from "clicksend";

export const clicksendSdk = {
  package: "clicksend",
  provider: "clicksend",
  hosts: ["rest.clicksend.com"],
  async send({ key, to, body }, { user, apiKey, from }) {
    const messages = new clicksend.SmsMessageCollection();
    messages.messages = [Object.assign(new clicksend.SmsMessage(), { to, from, body, customString: key })];
    const { body: answer } = await new clicksend.SMSApi(user, apiKey).smsSendPost(messages);
    return answer;
  },
};
