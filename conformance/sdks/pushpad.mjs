import Pushpad from "pushpad";

const FLAT =
  "Pushpad takes the members of a notification inside of `notification` (its documentation) and beside `uids` (its SDK).";

export const pushpadSdk = {
  package: "pushpad",
  provider: "pushpad",
  hosts: ["pushpad.xyz"],
  send({ tokens, title, body, data }, { apiKey, applicationId }) {
    const pushpad = new Pushpad({ authToken: apiKey, projectId: Number(applicationId) });
    return pushpad.notification.create({ body, title, custom_data: JSON.stringify(data), uids: tokens });
  },
  differs: {
    "header.authorization": "The documentation names the scheme Token, the SDK sends Bearer.",
    "body.notification": FLAT,
    "body.body": FLAT,
    "body.title": FLAT,
    "body.custom_data": FLAT,
  },
};
