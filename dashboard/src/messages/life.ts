import type { Message } from "@tidings/contract";
import type { LIFE_WORDS } from "./words.ts";

export type LifeEvent = { readonly name: keyof typeof LIFE_WORDS; readonly at: string };

/** What happened to a message, oldest first; its next attempt is the last. */
export function lifeOf(message: Message): LifeEvent[] {
  const { channel, createdAt, deliveredAt = [], lastSeenDate, lastReadDate } = message;
  // The first is when the provider accepted it, or when it was stored; each later one, that it accepted the message again
  // or reported its arrival.
  const [sentAt, ...later] = deliveredAt;
  const events = [
    { name: "created", at: createdAt },
    ...(sentAt ? [{ name: channel === "in_app" ? "stored" : "sent", at: sentAt }] : []),
    ...(channel === "in_app" ? [] : later.map((at) => ({ name: "further", at }))),
    ...(lastSeenDate ? [{ name: "seen", at: lastSeenDate }] : []),
    ...(lastReadDate ? [{ name: "read", at: lastReadDate }] : []),
    ...(message.nextAttemptAt ? [{ name: "next", at: message.nextAttemptAt }] : []),
  ] as LifeEvent[];
  return events.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
