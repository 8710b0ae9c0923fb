import type { PushMessage } from "../provider.ts";

/** The texts that a device shows, without an empty one. */
export function alertOf({ title, body }: Pick<PushMessage, "title" | "body">): Record<string, string> {
  return Object.fromEntries(Object.entries({ title, body }).filter(([, text]) => text !== ""));
}
