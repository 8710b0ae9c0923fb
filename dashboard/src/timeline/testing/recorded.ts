import type { Message, Notification } from "@tidings/contract";
import recorded from "./recorded.json" with { type: "json" };

type Kept = Exclude<keyof typeof recorded, "messages">;

/** Answers of the real service: notifications of one workflow each, with a test clock. */
export const recordedNotification = (name: Kept): Notification => recorded[name] as unknown as Notification;
export const recordedMessages = recorded.messages as unknown as Message[];
