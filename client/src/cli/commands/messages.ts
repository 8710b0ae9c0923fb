import type { Channel, Message } from "@tidings/contract";
import type { MessageSearch, Messages } from "../../messages.ts";
import { nextPage } from "../../next-page.ts";
import { command, list, number, text, type Values } from "../command.ts";
import { UsageError } from "../failure.ts";
import { terminalWidth } from "../output.ts";
import { type Column, card, moment, table } from "../table.ts";

const columns: Column<Message>[] = [
  { title: "ID", of: (one) => one._id, isWhole: true },
  { title: "CREATED (UTC)", of: (one) => moment(one.createdAt), isWhole: true },
  { title: "CHANNEL", of: (one) => one.channel },
  { title: "STATUS", of: (one) => one.status },
  { title: "TO", of: (one) => one.email ?? one.phone ?? one.subscriber?.subscriberId },
  { title: "SUBJECT", of: (one) => one.errorText ?? one.subject ?? one.title },
  { title: "TRANSACTION", of: (one) => one.transactionId, isWhole: true },
];

const filters = {
  channel: text("CHANNEL", "Only of this channel: in_app, email, sms, chat or push."),
  "subscriber-id": text("ID", "Only messages to this subscriber."),
  "transaction-id": list("ID", "Only messages of this trigger; may be repeated."),
  "notification-id": text("ID", "Only messages of this notification."),
  status: text("STATUS", "Only with this status: sent, error or warning (waits for its next attempt)."),
  workflow: text("ID", "Only of this workflow (its identifier)."),
  integration: text("ID", "Only of this integration (its internal id)."),
  page: number("N", "Page number, starting at 0."),
  limit: number("N", "Page size: up to 1,000; default 10."),
  after: text("CURSOR", "Older messages: the `next` of a page with --json."),
  before: text("CURSOR", "Newer messages: the `previous` of a page with --json."),
};

function searchOf({ page, limit, after, before, ...flags }: Values<typeof filters>): MessageSearch {
  const search = {
    page,
    limit,
    after,
    before,
    channel: flags.channel,
    status: flags.status,
    subscriberId: flags["subscriber-id"],
    transactionId: flags["transaction-id"],
    notificationId: flags["notification-id"],
    workflowId: flags.workflow,
    integrationId: flags.integration,
  };
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined),
  ) as MessageSearch;
}

type Page = Awaited<ReturnType<Messages["list"]>>;

/** The flags of the page that follows in the direction of the request; undefined after the last one. */
function following(
  page: Page,
  { before, after, limit }: Values<typeof filters>,
): Record<string, string | number> | undefined {
  const { next, previous } = page;
  if (before !== undefined) return previous ? { before: previous } : undefined;
  if (after !== undefined) return next ? { after: next } : undefined;
  return nextPage(page, limit);
}

const listMessages = command({
  name: "messages list",
  summary: "list messages, newest first",
  args: [],
  flags: filters,
  examples: [
    "tidings messages list --channel email",
    "tidings messages list --status error --workflow welcome",
    "tidings messages list --transaction-id order-1042 --json",
  ],
  async run({ flags, client, again }) {
    const answer = await client.messages.list(searchOf(flags));
    if (answer.data.length === 0) return { answer, note: "No messages." };
    const next = following(answer, flags);
    const note = next && `Next page: ${again(next)}`;
    return { answer, text: table(answer.data, columns, terminalWidth()), note };
  },
});

const getMessage = command({
  name: "messages get",
  summary: "show a message",
  args: [{ name: "MESSAGE_ID", help: "As `tidings messages list` shows it." }],
  flags: {},
  notes: "Its content is in the output of --json.",
  examples: ["tidings messages get 6740a1b2c3d4e5f601234567"],
  async run({ args: [messageId = ""], client }) {
    const answer = await client.messages.get(messageId);
    return { answer, text: cardOf(answer) };
  },
});

function cardOf(one: Message): string {
  return card([
    ["id", one._id],
    ["channel", one.channel],
    ["status", one.status],
    ["to", one.email ?? one.phone ?? one.subscriber?.subscriberId],
    ["subject", one.subject ?? one.title],
    ["error", one.errorText],
    ["created", one.createdAt],
    ["sent", one.sentAt],
    ["attempts", one.attempts],
    ["next attempt", one.nextAttemptAt],
    ["provider", one.providerId],
    ["integration", one.integrationId],
    ...(one.otherAnswers ?? []).map(
      ({ providerId, _integrationId, outcome, errorText }): [string, string] => [
        "before",
        `${providerId ?? _integrationId}: ${outcome}, ${errorText ?? "no text"}`,
      ],
    ),
    ["workflow", one.templateIdentifier],
    ["notification", one._notificationId],
    ["transaction", one.transactionId],
  ]);
}

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

const retryMessage = command({
  name: "messages retry",
  summary: "make the next attempt of a waiting message now",
  args: [{ name: "MESSAGE_ID", help: "As `tidings messages list --status warning` shows it." }],
  flags: {},
  examples: ["tidings messages retry 6740a1b2c3d4e5f601234567"],
  async run({ args: [messageId = ""], client }) {
    const answer = await client.messages.retry(messageId);
    const { reason, until } = answer.heldBack ?? {};
    if (!reason) return { answer, text: `Message ${messageId} is tried now.` };
    const end = until ? ` until ${moment(until)} UTC` : "";
    const causes = {
      breaker_open: `the circuit breaker of its integration is open${end}`,
      waits_for_rate: `the provider of its integration asked to wait${end}`,
      integration_off: "its integration is switched off",
    };
    const cause = causes[reason];
    return {
      answer,
      text: `Message ${messageId} waits on, unless another integration takes it over: ${cause}.`,
    };
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

export const MESSAGE_COMMANDS = [listMessages, getMessage, retryMessage, resendMessage, deleteMessages];
