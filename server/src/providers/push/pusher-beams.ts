import type { Account } from "../account.ts";
import { BASE_URL } from "../common-fields.ts";
import type { PushMessage, SendOutcome } from "../provider.ts";
import type { VendorRequest } from "../vendor-api.ts";
import { alertOf } from "./alert.ts";
import { pushVendor } from "./push-vendor.ts";
import { stringData } from "./string-data.ts";

const FIELDS = [
  {
    name: "instanceId",
    label: "Instance ID",
    kind: "text",
    isSecret: false,
    isRequired: true,
    help: "Keys in the Beams dashboard of Pusher.",
  },
  {
    name: "secretKey",
    label: "Secret key",
    kind: "text",
    isSecret: true,
    isRequired: true,
    help: "The primary key; Keys in the Beams dashboard of Pusher.",
  },
  BASE_URL,
] as const;

/** No user has this id, so a message to it reaches no device. */
const NOBODY = "00000000-0000-4000-8000-000000000000";

/**
 * https://pusher.com/docs/beams/reference/publish-api. A device token is the id of an authenticated user; the message goes to all
 * devices of the user. Pusher Beams has no idempotency key, and no answer names users without a device.
 */
export const pusherBeams = pushVendor({
  id: "pusher-beams",
  displayName: "Pusher Beams",
  docsUrl: "https://pusher.com/docs/beams/reference/publish-api",
  fields: FIELDS,
  tokensPerCall: 1_000,
  isToken: (user) => user.length <= 164,
  reading: { idPaths: ["publishId"], errorPaths: ["description", "error"] },
  requestOf,
  /** A message to a user that does not exist: Pusher has no call that only reads. */
  checkOf: (account) =>
    requestOf({ key: "check", tokens: [NOBODY], title: "", body: "Check of the credentials" }, account),
});

function requestOf(push: PushMessage, account: Account): VendorRequest | SendOutcome {
  const { tokens, data } = push;
  const instance = account.text("instanceId");
  if (!/^[\w-]+$/.test(instance)) {
    return { kind: "config_error", reason: "The integration's instanceId is not the id of an instance." };
  }
  const path = `/publish_api/v1/instances/${instance}/publishes/users`;
  const notification = alertOf(push);
  return {
    method: "POST",
    url: account.url(`https://${instance}.pushnotifications.pusher.com`, path),
    headers: { authorization: `Bearer ${account.text("secretKey")}` },
    json: {
      users: tokens,
      apns: { aps: { alert: notification }, data },
      fcm: { notification, data: stringData(data) },
      web: { notification, data },
    },
  };
}
