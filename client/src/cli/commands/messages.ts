import type { Channel, Message } from "@tidings/contract";
import { nextPage } from "../../next-page.ts";
import { command, list, number, text } from "../command.ts";
import { UsageError } from "../failure.ts";
import { terminalWidth } from "../output.ts";
import { type Column, moment, table } from "../table.ts";

const columns: Column<Message>[] = [
  { title: "ID", of: (one) => one._id, isWhole: true },
  { title: "CREATED (UTC)", of: (one) => moment(one.createdAt), isWhole: true },
  { title: "CHANNEL", of: (one) => one.channel },
  { title: "STATUS", of: (one) => one.status },
  { title: "TO", of: (one) => one.email ?? one.phone ?? one.subscriber?.subscriberId },
  { title: "SUBJECT", of: (one) => one.errorText ?? one.subject ?? one.title },
  { title: "TRANSACTION", of: (one) => one.transactionId, isWhole: true },
];

const listMessages = command({
  name: "messages list",
  summary: "list messages, newest first",
  args: [],
  flags: {
    channel: text("CHANNEL", "Only of this channel: in_app, email, sms, chat or push."),
    "subscriber-id": text("ID", "Only messages to this subscriber."),
    "transaction-id": list("ID", "Only messages of this trigger; may be repeated."),
    page: number("N", "Page number, starting at 0."),
    limit: number("N", "Page size: up to 1,000; default 10."),
  },
  examples: [
    "tidings messages list --channel email",
    "tidings messages list --transaction-id order-1042 --json",
  ],
  async run({ flags, client, again }) {
    const { "subscriber-id": subscriberId, "transaction-id": transactionId, channel, ...others } = flags;
    const answer = await client.messages.list({
      ...others,
      ...(channel !== undefined && { channel: channel as Channel }),
      ...(subscriberId !== undefined && { subscriberId }),
      ...(transactionId && { transactionId: [...transactionId] }),
    });
    if (answer.data.length === 0) return { answer, note: "No messages." };
    const next = nextPage(answer, flags.limit);
    const note = next && `Next page: ${again(next)}`;
    return { answer, text: table(answer.data, columns, terminalWidth()), note };
  },
});

const deleteMessages = command({
  name: "messages delete",
  summary: "delete a message, or all messages of a trigger",
  args: [{ name: "MESSAGE_ID", help: "The message; omit it with --transaction-id.", isOptional: true }],
  flags: {
    "transaction-id": text("ID", "Delete the messages of this trigger instead."),
    channel: text("CHANNEL", "With --transaction-id: only messages of this channel."),
  },
  examples: [
    "tidings messages delete 6740a1b2c3d4e5f601234567",
    "tidings messages delete --transaction-id order-1042 --channel email",
  ],
  async run({ args: [messageId], flags: { "transaction-id": transactionId, channel }, client }) {
    if ((messageId === undefined) === (transactionId === undefined)) {
      throw new UsageError("Give either a MESSAGE_ID or --transaction-id", "tidings messages delete --help");
    }
    if (transactionId === undefined) {
      const answer = await client.messages.delete(messageId as string);
      return { answer, text: `Message ${messageId} is deleted.` };
    }
    const query = channel === undefined ? {} : { channel: channel as Channel };
    const answer = await client.messages.deleteByTransaction(transactionId, query);
    return { answer, text: `The${channel ? ` ${channel}` : ""} messages of ${transactionId} are deleted.` };
  },
});

const resendMessage = command({
  name: "messages resend",
  summary: "send a message again as it was rendered, whatever its status",
  args: [{ name: "MESSAGE_ID", help: "As `tidings messages list` shows it." }],
  flags: {},
  notes: "The provider treats it as a new message: a recipient who already got it gets it twice.",
  examples: ["tidings messages resend 6740a1b2c3d4e5f601234567"],
  async run({ args: [messageId = ""], client }) {
    const answer = await client.messages.resend(messageId);
    return { answer, text: `Message ${messageId} is being sent again.` };
  },
});

export const MESSAGE_COMMANDS = [listMessages, resendMessage, deleteMessages];
