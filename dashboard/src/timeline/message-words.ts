import type { Channel } from "@tidings/contract";

/** The texts of lists of messages. */
export const MESSAGE_LIST_WORDS = {
  label: "Messages",
  status: "Status",
  message: "Message",
  to: "To",
  through: "Through",
  when: "When",
  noText: "(no text)",
  inbox: "in-app inbox",
  toPerson: (name: string) => `to ${name}`,
} as const;

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  in_app: "In-app",
  email: "E-mail",
  sms: "SMS",
  chat: "Chat",
  push: "Push",
};
