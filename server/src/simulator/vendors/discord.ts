import { discord } from "../../providers/chat/discord.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

export const discordCase: VendorCase<"chat"> = {
  provider: discord,
  credentials: {},
  message: { key: KEY, webhookUrl: "https://discord.com/api/webhooks/1/x", channel: "ops", body: "Hi *Ada*" },
  request: {
    path: "/api/webhooks/1/x?wait=true",
    encoding: "json",
    needs: ["content|embeds|components|poll"],
    headers: {},
    body: { content: "Hi *Ada*", allowed_mentions: { parse: [] } },
  },
  responses: [
    { name: "posted", status: 200, body: { id: "99" }, outcome: "accepted", id: "99" },
    {
      name: "unknown webhook",
      status: 404,
      body: { message: "Unknown Webhook", code: 10015 },
      outcome: "recipient_error",
      reason: "Unknown Webhook",
    },
    {
      name: "too long",
      status: 400,
      body: {
        message: "Invalid Form Body",
        code: 50035,
        errors: {
          content: {
            _errors: [{ code: "BASE_TYPE_MAX_LENGTH", message: "Must be 2000 or fewer in length." }],
          },
        },
      },
      outcome: "rejected",
      reason: "Must be 2000 or fewer in length.",
    },
    {
      name: "rate limited",
      status: 429,
      body: { message: "You are being rate limited.", retry_after: 1.5, global: false },
      outcome: "not_processed",
      retryAfterMs: 1_500,
      isThrottled: true,
    },
  ],
};
