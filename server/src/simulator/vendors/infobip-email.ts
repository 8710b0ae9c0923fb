import { infobipEmail } from "../../providers/email/infobip-email.ts";
import { KEY, type VendorCase } from "../vendor-case.ts";
import { FULL_MAIL, QUOTED_ADA, QUOTED_SENDER, SENDER } from "./full-mail.ts";

const answer = (groupId: number, name: string, description = "", to = "ada@example.com") => ({
  bulkId: "b1",
  messages: [{ to, messageId: KEY, status: { groupId, groupName: "", id: 1, name, description } }],
});

export const infobipEmailCase: VendorCase<"email"> = {
  provider: infobipEmail,
  credentials: { apiKey: "the-key", baseUrl: "https://x.api.infobip.com", ...SENDER },
  message: FULL_MAIL,
  request: {
    path: "/email/3/send",
    headers: { authorization: "App the-key" },
    encoding: "form",
    // The SDK writes a list so.
    needs: ["from", "to|to['0']", "subject|templateId"],
    body: {
      from: QUOTED_SENDER,
      to: QUOTED_ADA,
      cc: "bob@example.com",
      bcc: "cem@example.com",
      replyTo: "help@example.com",
      subject: "Hi & bye",
      text: "Hi",
      html: "<b>Hi</b>",
      messageId: KEY,
      headers: '{"X-Campaign":"spring"}',
      callbackData: '{"order":"7"}',
      attachment: { name: "a.txt", type: "text/plain", text: "attached" },
      inlineImage: { name: "logo", type: "image/png", text: "logo" },
    },
  },
  check: {
    method: "GET",
    path: "/account/1/balance",
    headers: { authorization: "App the-key" },
    answer: { balance: 47.8, currency: "EUR" },
  },
  deduplication: { keyAt: ["body.messageId"], again: "a duplicate of an earlier attempt" },
  responses: [
    { name: "pending", status: 200, body: answer(1, "PENDING_ACCEPTED"), outcome: "accepted", id: KEY },
    {
      name: "a duplicate of an earlier attempt",
      status: 200,
      body: answer(5, "REJECTED_DUPLICATE_MESSAGE_ID"),
      outcome: "accepted",
    },
    {
      name: "invalid recipient",
      status: 200,
      body: answer(5, "REJECTED_DESTINATION", "Destination is not valid"),
      outcome: "recipient_error",
      reason: "Destination is not valid",
    },
    { name: "unknown sender", status: 200, body: answer(5, "REJECTED_SENDER"), outcome: "config_error" },
    {
      name: "no credits",
      status: 200,
      body: answer(5, "REJECTED_NOT_ENOUGH_CREDITS"),
      outcome: "config_error",
    },
    { name: "rejected", status: 200, body: answer(5, "REJECTED_SYSTEM_ERROR"), outcome: "rejected" },
    { name: "no status", status: 200, body: {}, outcome: "ambiguous" },
    {
      name: "wrong key",
      status: 401,
      body: {
        requestError: { serviceException: { messageId: "UNAUTHORIZED", text: "Invalid login details" } },
      },
      outcome: "config_error",
      reason: "Invalid login details",
    },
    {
      name: "invalid request",
      status: 400,
      body: { requestError: { serviceException: { messageId: "BAD_REQUEST", text: "Bad request" } } },
      outcome: "rejected",
    },
    {
      name: "a copy rejected",
      status: 200,
      body: {
        messages: [
          ...answer(5, "REJECTED_DESTINATION", "Destination is not valid", "bob@example.com").messages,
          ...answer(1, "PENDING_ACCEPTED").messages,
        ],
      },
      outcome: "accepted",
      id: KEY,
      refused: ["bob@example.com"],
    },
  ],
};
