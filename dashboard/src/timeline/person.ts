import type { NotificationSubscriber } from "@tidings/contract";

/** What a sentence calls the subscriber: the first name, else the id. */
export function personOf(subscriber: NotificationSubscriber | undefined): string {
  return subscriber?.firstName?.trim() || subscriber?.subscriberId || "A deleted subscriber";
}

/** The full name, else the id; for titles. */
export function fullNameOf(subscriber: NotificationSubscriber | undefined): string {
  const name = [subscriber?.firstName, subscriber?.lastName].filter(Boolean).join(" ").trim();
  return name || personOf(subscriber);
}
