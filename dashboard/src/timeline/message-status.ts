import type { Message } from "@tidings/contract";
import type { State } from "../components/state-mark.tsx";

/** The mark of a message: its shape and its word. */
export type MessageMark = { readonly state: State; readonly word: string };

/** Codes of failures that are the recipient's: no address, or one that the provider refuses. */
const THEIRS: readonly string[] = [
  "provider_recipient_error",
  "address_suppressed",
  "no_subscriber_phone",
  "mail_unexpected_error",
];

type Facts = Pick<Message, "status" | "channel" | "read" | "seen" | "errorId">;

/**
 * Red only for a failure that the operator can repair. "Sent" means that the provider accepted it, "Delivered" that it is
 * in the inbox.
 */
export function messageMark({ status, channel, read, seen, errorId = "" }: Facts): MessageMark {
  if (status === "warning") return { state: "trying", word: "Waits for the next attempt" };
  if (status === "error")
    return THEIRS.includes(errorId)
      ? { state: "unreachable", word: "Not reachable" }
      : { state: "failed", word: "Given up" };
  if (read) return { state: "delivered", word: "Read" };
  if (seen) return { state: "delivered", word: "Seen" };
  return { state: "delivered", word: channel === "in_app" ? "Delivered" : "Sent" };
}
