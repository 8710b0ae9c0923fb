import { mandrill } from "../../providers/email/mandrill.ts";
import type { VendorCase } from "../vendor-case.ts";
import { FULL_MAIL, SENDER } from "./full-mail.ts";

const refused = (status: string, reject_reason: string | null, email = "ada@example.com") => [
  { email, status, reject_reason, _id: "md2" },
];
const sent = (email = "ada@example.com") => ({ email, status: "queued", _id: "md1" });

export const mandrillCase: VendorCase<"email"> = {
  provider: mandrill,
  credentials: { apiKey: "md-the-key", ...SENDER },
  message: FULL_MAIL,
  request: {
    path: "/api/1.0/messages/send.json",
    encoding: "json",
    needs: ["key", "message.from_email", "message.to.0.email"],
    headers: { "content-type": "application/json" },
    body: {
      key: "md-the-key",
      message: {
        from_email: "hello@example.com",
        from_name: "Example, Inc.",
        to: [
          { email: "ada@example.com", name: 'Ada "L", Dr.', type: "to" },
          { email: "bob@example.com", type: "cc" },
          { email: "cem@example.com", type: "bcc" },
        ],
        preserve_recipients: true,
        subject: "Hi & bye",
        html: "<b>Hi</b>",
        text: "Hi",
        metadata: { order: "7" },
        headers: { "X-Campaign": "spring", "Reply-To": '"Help" <help@example.com>' },
        attachments: [{ type: "text/plain", name: "a.txt", content: "YXR0YWNoZWQ=" }],
        images: [{ type: "image/png", name: "logo", content: "bG9nbw==" }],
      },
      async: false,
    },
    // The SDK calls 1.3, and leaves out the format.
    alsoTakes: ["/api/1.0/messages/send", "/api/1.3/messages/send", "/api/1.3/messages/send.json"].map(
      (path) => ({ path }),
    ),
  },
  refusals: { "*": "invalid message" },
  check: { method: "POST", path: "/api/1.0/users/ping2.json", answer: { PING: "PONG!" } },
  responses: [
    {
      name: "sent",
      status: 200,
      body: [{ email: "ada@example.com", status: "sent", reject_reason: null, _id: "md1" }],
      outcome: "accepted",
      id: "md1",
    },
    ...["hard-bounce", "spam", "unsub"].map((reason) => ({
      name: `recipient rejected: ${reason}`,
      status: 200,
      body: refused("rejected", reason),
      outcome: "recipient_error" as const,
      reason,
    })),
    { name: "invalid recipient", status: 200, body: refused("invalid", null), outcome: "recipient_error" },
    ...["invalid-sender", "unsigned", "test-mode-limit"].map((reason) => ({
      name: `sender rejected: ${reason}`,
      status: 200,
      body: refused("rejected", reason),
      outcome: "config_error" as const,
    })),
    {
      name: "rejected by a rule",
      status: 200,
      body: refused("rejected", "rule"),
      outcome: "rejected",
    },
    {
      name: "wrong key",
      status: 500,
      body: { status: "error", code: -1, name: "Invalid_Key", message: "Invalid API key" },
      outcome: "config_error",
      reason: "Invalid API key",
    },
    {
      name: "invalid message",
      status: 500,
      body: { status: "error", code: -2, name: "ValidationError", message: "You must specify a subject" },
      outcome: "rejected",
    },
    {
      name: "unexpected error",
      status: 500,
      body: { status: "error", code: 0, name: "GeneralError", message: "An unexpected error occurred" },
      outcome: "ambiguous",
    },
    {
      name: "a copy rejected",
      status: 200,
      body: [...refused("rejected", "hard-bounce", "bob@example.com"), sent()],
      outcome: "accepted",
      id: "md1",
      refused: ["bob@example.com"],
    },
    {
      name: "the recipient rejected beside a copy that was not",
      status: 200,
      body: [sent("bob@example.com"), ...refused("rejected", "hard-bounce")],
      outcome: "recipient_error",
      reason: "hard-bounce",
      refused: [],
    },
  ],
};
