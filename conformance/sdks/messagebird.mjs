import { initClient } from "messagebird";

export const messagebirdSdk = {
  package: "messagebird",
  provider: "messagebird",
  hosts: ["rest.messagebird.com"],
  unlike: {
    "too many requests": "It does not look at the status: a body without `errors` is a success.",
  },
  differs: { "body.recipients": "The SDK joins the numbers with commas; the vendor takes a list, too." },
  send({ key, to, body }, { accessKey, from }) {
    const bare = (number) => number.replace(/^\+/, "");
    const message = {
      originator: bare(from),
      recipients: [bare(to)],
      body,
      datacoding: "auto",
      reference: key,
    };
    return new Promise((resolve, reject) => {
      initClient(accessKey).messages.create(message, (error, sent) =>
        error ? reject(error) : resolve(sent),
      );
    });
  },
};
