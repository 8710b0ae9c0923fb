import { telegram } from "../../providers/chat/telegram.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";

const failed = (error_code: number, description: string, parameters?: object) => ({
  status: error_code,
  body: { ok: false, error_code, description, parameters },
});

export const telegramCase: VendorCase<"chat"> = {
  provider: telegram,
  credentials: { apiToken: "123456:the-token" },
  message: { key: KEY, channel: "987654", body: "Hi Ada & Bob" },
  request: {
    path: "/bot123456:the-token/sendMessage",
    encoding: ["json", "form"],
    needs: ["chat_id", "text"],
    headers: {},
    body: { chat_id: "987654", text: "Hi Ada & Bob" },
  },
  check: {
    method: "GET",
    path: "/bot123456:the-token/getMe",
    answer: { ok: true, result: { id: 123456, is_bot: true } },
  },
  responses: [
    {
      name: "sent",
      status: 200,
      body: { ok: true, result: { message_id: 42, chat: { id: 987654 }, text: "Hi Ada & Bob" } },
      outcome: "accepted",
      id: "42",
    },
    {
      name: "blocked by the user",
      ...failed(403, "Forbidden: bot was blocked by the user"),
      outcome: "recipient_error",
      reason: "bot was blocked",
    },
    { name: "chat not found", ...failed(400, "Bad Request: chat not found"), outcome: "recipient_error" },
    {
      name: "the group has a new id",
      ...failed(400, "Bad Request: group chat was upgraded to a supergroup chat", {
        migrate_to_chat_id: -1001,
      }),
      outcome: "recipient_error",
    },
    { name: "too long", ...failed(400, "Bad Request: message is too long"), outcome: "rejected" },
    {
      name: "invalid mark-up",
      ...failed(400, "Bad Request: can't parse entities: Unsupported start tag"),
      outcome: "rejected",
      reason: "can't parse entities",
    },
    { name: "wrong token", ...failed(401, "Unauthorized"), outcome: "config_error", reason: "Unauthorized" },
    { name: "a token in another form", ...failed(404, "Not Found"), outcome: "config_error" },
    {
      name: "flood control",
      ...failed(429, "Too Many Requests: retry after 34", { retry_after: 34 }),
      outcome: "not_processed",
      retryAfterMs: 34_000,
      isThrottled: true,
    },
    { name: "200 in HTML", status: 200, body: "<html></html>", outcome: "ambiguous" },
  ],
};
