/** A subscriber, as records of every kind name one. */
type Named = {
  readonly subscriberId: string;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
};

/** What a sentence calls the subscriber: the first name, else the id. */
export function personOf(subscriber: Named | undefined): string {
  return subscriber?.firstName?.trim() || subscriber?.subscriberId || "A deleted subscriber";
}

/** The full name, else the id; for titles. */
export function fullNameOf(subscriber: Named | undefined): string {
  const name = [subscriber?.firstName, subscriber?.lastName].filter(Boolean).join(" ").trim();
  return name || personOf(subscriber);
}
