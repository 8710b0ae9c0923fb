import { Expo } from "expo-server-sdk";

export const expoSdk = {
  package: "expo-server-sdk",
  provider: "expo",
  hosts: ["exp.host"],
  send: ({ key, tokens, title, body, data }, { apiKey }) =>
    new Expo({ accessToken: apiKey, retryMinTimeout: 1 }).sendPushNotificationsAsync([
      { to: tokens, title, body, data, collapseId: key, tag: key },
    ]),
};
