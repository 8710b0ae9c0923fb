import type { Message } from "@tidings/contract";
import type { LIFE_WORDS } from "./words.ts";

export type LifeEvent = { readonly name: keyof typeof LIFE_WORDS; readonly at: string };

/** What happened to a message, oldest first; its next attempt is the last. */
export function lifeOf(message: Message): LifeEvent[] {
  const { channel, status, createdAt, sentAt, deliveredAt = [], lastSeenDate, lastReadDate } = message;
  const sent = channel === "in_app" ? "stored" : "sent";
  const events = [
    { name: "created", at: createdAt },
    ...(sentAt && status === "sent" ? [{ name: sent, at: sentAt }] : []),
    ...(channel === "in_app" ? [] : deliveredAt.map((at) => ({ name: "delivered", at }))),
    ...(lastSeenDate ? [{ name: "seen", at: lastSeenDate }] : []),
    ...(lastReadDate ? [{ name: "read", at: lastReadDate }] : []),
    ...(message.nextAttemptAt ? [{ name: "next", at: message.nextAttemptAt }] : []),
  ] as LifeEvent[];
  return events.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
