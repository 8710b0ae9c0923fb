import { pushpad } from "../../providers/push/pushpad.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const pushpadCase: VendorCase<"push"> = {
  provider: pushpad,
  credentials: { apiKey: "5374d7dfeffa2eb49965624ba7596a09", applicationId: "763" },
  message: { key: KEY, tokens: ["ada", "bob"], title: "Hi", body: "Hi Ada", data: { order: 7 } },
  request: {
    path: "/api/v1/projects/763/notifications",
    needs: ["notification.body"],
    headers: {
      authorization: 'Token token="5374d7dfeffa2eb49965624ba7596a09"',
      accept: "application/json",
      "content-type": "application/json",
    },
    body: {
      notification: { body: "Hi Ada", title: "Hi", custom_data: '{"order":7}' },
      uids: ["ada", "bob"],
    },
    // As its SDK sends it: https://github.com/pushpad/pushpad-node
    alsoTakes: [
      {
        headers: { authorization: "Bearer 5374d7dfeffa2eb49965624ba7596a09" },
        needs: ["body"],
        body: { body: "Hi Ada", title: "Hi", custom_data: '{"order":7}', uids: ["ada", "bob"] },
      },
    ],
  },
  check: { method: "GET", path: "/api/v1/projects/763", answer: { id: 763, name: "My project" } },
  responses: [
    {
      name: "created",
      status: 201,
      body: { id: 197123, scheduled: 5, uids: ["ada", "bob"] },
      outcome: "accepted",
      id: "197123",
    },
    {
      name: "created for no device",
      status: 201,
      body: { id: 197124, scheduled: 0, uids: [] },
      outcome: "recipient_error",
    },
    { name: "missing parameter", status: 400, outcome: "rejected" },
    { name: "wrong token", status: 401, outcome: "config_error" },
    { name: "invoice not paid", status: 402, outcome: "config_error" },
    { name: "no permission for the project", status: 403, outcome: "config_error" },
    { name: "unknown project", status: 404, outcome: "config_error" },
    { name: "invalid notification", status: 422, body: { error: "Body is too long" }, outcome: "rejected" },
  ],
};
