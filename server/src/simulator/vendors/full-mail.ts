import type { EmailMessage } from "../../providers/provider.ts";
import { KEY } from "../vendor-case.ts";

/** The name in a header: `"Ada \"L\", Dr." <ada@example.com>`. */
export const QUOTED_ADA = '"Ada \\"L\\", Dr." <ada@example.com>';

/** A mail with every part that a vendor may take. */
export const FULL_MAIL: EmailMessage = {
  key: KEY,
  to: [{ address: "ada@example.com", name: 'Ada "L", Dr.' }],
  cc: [{ address: "bob@example.com" }],
  bcc: [{ address: "cem@example.com" }],
  replyTo: [{ address: "help@example.com", name: "Help" }],
  subject: "Hi & bye",
  html: "<b>Hi</b>",
  text: "Hi",
  headers: { "X-Campaign": "spring" },
  customData: { order: "7" },
  attachments: [
    { name: "a.txt", mime: "text/plain", bytes: Buffer.from("attached") },
    { name: "logo.png", mime: "image/png", bytes: Buffer.from("logo"), contentId: "logo" },
  ],
};

/** The credentials that every vendor of e-mail needs. */
export const SENDER = { from: "hello@example.com", senderName: "Example, Inc." };
export const QUOTED_SENDER = '"Example, Inc." <hello@example.com>';
