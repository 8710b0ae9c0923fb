import type { Subscriber } from "@tidings/contract";

type Named = Pick<Subscriber, "subscriberId" | "firstName" | "lastName">;

/** The full name, else the id. */
export function nameOf({ firstName, lastName, subscriberId }: Named): string {
  return [firstName, lastName].filter(Boolean).join(" ").trim() || subscriberId;
}

/** What a sentence calls the person: the first name, else the id. */
export const shortNameOf = ({ firstName, subscriberId }: Named): string => firstName?.trim() || subscriberId;

/** One or two letters in the place of a picture, which is never fetched. */
export function initialsOf(subscriber: Named): string {
  const names = nameOf(subscriber)
    .split(/[\s._-]+/u)
    .filter(Boolean);
  return [names[0], names.length > 1 ? names.at(-1) : undefined]
    .map((name) => [...(name ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
