import { ryver } from "../../providers/chat/ryver.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const ryverCase: VendorCase<"chat"> = {
  provider: ryver,
  credentials: {},
  message: {
    key: KEY,
    webhookUrl: "https://example.ryver.com/application/webhook/x",
    channel: "ops",
    body: "Hi *Ada*",
  },
  request: {
    path: "/application/webhook/x",
    encoding: "json",
    needs: ["body"],
    headers: {},
    body: { body: "Hi *Ada*" },
  },
  responses: [
    { name: "posted", status: 200, body: "ok", outcome: "accepted" },
    { name: "unknown webhook", status: 404, body: "Not found", outcome: "recipient_error" },
    { name: "invalid payload", status: 400, body: "Bad request", outcome: "rejected" },
  ],
};
