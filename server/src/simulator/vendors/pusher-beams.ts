import { pusherBeams } from "../../providers/push/pusher-beams.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const error = (error: string, description: string) => ({ error, description });

export const pusherBeamsCase: VendorCase<"push"> = {
  provider: pusherBeams,
  credentials: { instanceId: "97c56dfe-58f5-408b-ab3a-158e51a860f2", secretKey: "the-secret" },
  message: { key: KEY, tokens: ["ada", "bob"], title: "Hi", body: "Hi Ada", data: { order: 7 } },
  request: {
    path: "/publish_api/v1/instances/97c56dfe-58f5-408b-ab3a-158e51a860f2/publishes/users",
    needs: ["users.0", "apns|fcm|web"],
    headers: { authorization: "Bearer the-secret", "content-type": "application/json" },
    body: {
      users: ["ada", "bob"],
      apns: { aps: { alert: { title: "Hi", body: "Hi Ada" } }, data: { order: 7 } },
      fcm: { notification: { title: "Hi", body: "Hi Ada" }, data: { order: "7" } },
      web: { notification: { title: "Hi", body: "Hi Ada" }, data: { order: 7 } },
    },
  },
  check: {
    method: "POST",
    path: "/publish_api/v1/instances/97c56dfe-58f5-408b-ab3a-158e51a860f2/publishes/users",
    headers: { authorization: "Bearer the-secret" },
    body: {
      users: ["00000000-0000-4000-8000-000000000000"],
      apns: { aps: { alert: { body: "Check of the credentials" } } },
      fcm: { notification: { body: "Check of the credentials" } },
      web: { notification: { body: "Check of the credentials" } },
    },
    answer: { publishId: "pubid-33f3f68e-b0c5-438f-b50f-fae93f6c48df" },
  },
  responses: [
    {
      name: "published",
      status: 200,
      body: { publishId: "pubid-33f3f68e-b0c5-438f-b50f-fae93f6c48df" },
      outcome: "accepted",
      id: "pubid-33f3f68e-b0c5-438f-b50f-fae93f6c48df",
    },
    {
      name: "invalid payload",
      status: 422,
      body: error("Unprocessable Entity", "web is invalid"),
      outcome: "rejected",
      reason: "web is invalid",
    },
    {
      name: "wrong key",
      status: 401,
      body: error("Unauthorized", "Incorrect API Key"),
      outcome: "config_error",
    },
    {
      name: "unknown instance",
      status: 404,
      body: error("Instance not found", "Could not find the instance"),
      outcome: "config_error",
    },
    { name: "too long", status: 413, body: error("Request too large", "over 10KiB"), outcome: "rejected" },
  ],
};
