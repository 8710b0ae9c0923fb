import { braze } from "../../providers/email/braze.ts";
import type { VendorCase } from "../vendor-case.ts";
import { FULL_MAIL, QUOTED_SENDER, SENDER } from "./full-mail.ts";

const { attachments: _none, ...mail } = FULL_MAIL;

export const brazeCase: VendorCase<"email"> = {
  provider: braze,
  credentials: {
    apiKey: "the-key",
    applicationId: "the-app",
    baseUrl: "https://rest.fra-01.braze.eu",
    ...SENDER,
  },
  message: mail,
  request: {
    path: "/messages/send",
    headers: { authorization: "Bearer the-key", "content-type": "application/json" },
    needs: [
      "messages.email.app_id",
      "messages.email.from",
      "external_user_ids|user_aliases|recipients|segment_id|audience|broadcast",
    ],
    body: {
      external_user_ids: ["ada@example.com", "bob@example.com", "cem@example.com"],
      messages: {
        email: {
          app_id: "the-app",
          from: QUOTED_SENDER,
          reply_to: "help@example.com",
          subject: "Hi & bye",
          body: "<b>Hi</b>",
          plaintext_body: "Hi",
          headers: { "X-Campaign": "spring" },
          extras: { order: "7" },
        },
      },
    },
  },
  check: {
    method: "POST",
    path: "/messages/send",
    headers: { authorization: "Bearer the-key" },
    body: { external_user_ids: [] },
    status: 400,
    answer: { message: "No Recipients", errors: [] },
  },
  responses: [
    {
      name: "accepted",
      status: 201,
      body: { dispatch_id: "d1", message: "success" },
      outcome: "accepted",
      id: "d1",
    },
    {
      name: "no user has this address",
      status: 201,
      body: { dispatch_id: "d1", message: "success", errors: ["The user does not exist"] },
      outcome: "recipient_error",
      reason: "The user does not exist",
    },
    {
      name: "wrong key",
      status: 401,
      body: { message: "Invalid API Key" },
      outcome: "config_error",
      reason: "Invalid API Key",
    },
    {
      name: "unknown app",
      status: 400,
      body: { message: "app_id must be a valid app", errors: [] },
      outcome: "config_error",
    },
    {
      name: "invalid request",
      status: 400,
      body: { message: "The email body must be a text", errors: [] },
      outcome: "rejected",
    },
    {
      name: "201 with a fault of the account",
      status: 201,
      body: { dispatch_id: "d1", message: "success", errors: ["The sending account is suspended"] },
      outcome: "config_error",
      reason: "The sending account is suspended",
    },
  ],
};
