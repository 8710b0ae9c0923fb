import type { Message } from "@tidings/contract";
import { shownMessage } from "./message-view/shown-message.ts";

const WORDS = 80;

/** The subject, the title, or the first words of a message; its HTML as text. */
export function messageTitle(message: Message): string | undefined {
  const { subject, title, content } = shownMessage(message);
  const text = (subject || title || content.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ").trim();
  return text.length > WORDS ? `${text.slice(0, WORDS)}…` : text || undefined;
}
