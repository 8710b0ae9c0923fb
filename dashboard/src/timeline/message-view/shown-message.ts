import type { Message, SimulatedMessage } from "@tidings/contract";

/** A message as the panel shows it: stored, or as a trigger would make it. */
export type ShownMessage = {
  readonly id: string | undefined;
  readonly channel: string;
  readonly subject: string | undefined;
  readonly title: string | undefined;
  readonly content: string;
  /** The text part of an e-mail, where it is known. */
  readonly text: string | undefined;
  readonly to: string | undefined;
  readonly url: string | undefined;
  readonly buttons: readonly string[];
  readonly data: unknown;
  readonly errorText: string | undefined;
  readonly status: Message["status"] | undefined;
};

type Either = Message | SimulatedMessage;

export function shownMessage(message: Either): ShownMessage {
  const { channel, subject, title, cta, errorText } = message;
  return {
    id: "_id" in message ? message._id : undefined,
    channel,
    subject,
    title,
    content: contentOf(message),
    text: "text" in message ? message.text : undefined,
    to: addressOf(message),
    url: cta.data?.url,
    buttons: cta.action?.buttons?.map((button) => button.content) ?? [],
    data: "data" in message ? message.data : undefined,
    errorText,
    status: "status" in message ? message.status : undefined,
  };
}

/** The older form of a mail is a list of blocks. */
function contentOf({ content }: Either): string {
  return Array.isArray(content) ? content.map((block) => block.content).join("\n") : (content ?? "");
}

function addressOf({ email, phone, directWebhookUrl, deviceTokens }: Either): string | undefined {
  return email ?? phone ?? directWebhookUrl ?? (deviceTokens?.length ? deviceTokens.join(", ") : undefined);
}
