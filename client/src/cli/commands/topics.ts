import type { SubscriptionsResult, Topic, TopicSubscription } from "@tidings/contract";
import { command, json, list, number, text } from "../command.ts";
import { UsageError } from "../failure.ts";
import { terminalWidth } from "../output.ts";
import { type Column, card, moment, table } from "../table.ts";

const key = { name: "KEY", help: "Your key for the topic." };
const pages = {
  limit: number("N", "Page size: 1 to 100; default 10."),
  after: text("CURSOR", "Cursor of the next page; each page prints the command for it."),
};
const profile = {
  name: text("TEXT", "Display name."),
  data: json("JSON|@FILE|-", "Custom data of the topic; - reads standard input."),
};
const members = { subscriber: list("ID", "A subscriber; may be repeated, at most 100 times.") };

const columns: Column<Topic>[] = [
  { title: "TOPIC", of: (one) => one.key, isWhole: true },
  { title: "NAME", of: (one) => one.name },
  { title: "CREATED (UTC)", of: (one) => moment(one.createdAt), isWhole: true },
];

const memberColumns: Column<TopicSubscription>[] = [
  { title: "SUBSCRIBER", of: (one) => one.subscriber.subscriberId, isWhole: true },
  { title: "SUBSCRIPTION", of: (one) => one.identifier, isWhole: true },
  { title: "NAME", of: (one) => one.name },
  { title: "SINCE (UTC)", of: (one) => moment(one.createdAt), isWhole: true },
];

function cardOf(one: Topic): string {
  return card([
    ["key", one.key],
    ["name", one.name],
    ["data", one.data && JSON.stringify(one.data)],
    ["id", one._id],
    ["created (UTC)", moment(one.createdAt)],
  ]);
}

type Page = { next: string | null; totalCount: number; totalCountCapped: boolean };

function nextOf({ next, totalCount, totalCountCapped }: Page, again: (after: string) => string) {
  const total = `${totalCount}${totalCountCapped ? "+" : ""}`;
  return next ? `${total} in total. Next page: ${again(next)}` : undefined;
}

function outcomeOf(answer: SubscriptionsResult, done: string) {
  const messages = (answer.errors ?? []).map(({ message }) => message);
  const failure = messages.length > 0 ? messages.join(" ") : undefined;
  return { answer, text: `${answer.meta.successful} ${done}.`, failure };
}

const listTopics = command({
  name: "topics list",
  summary: "list topics",
  args: [],
  flags: {
    key: text("TEXT", "Text that the key contains; case-sensitive."),
    name: text("TEXT", "Text that the name contains."),
    ...pages,
  },
  examples: ["tidings topics list", "tidings topics list --key release --json"],
  async run({ flags, client, again }) {
    const answer = await client.topics.list(flags);
    if (answer.data.length === 0) return { answer, note: "No topics." };
    const note = nextOf(answer, (after) => again({ after }));
    return { answer, text: table(answer.data, columns, terminalWidth()), note };
  },
});

const getTopic = command({
  name: "topics get",
  summary: "show a topic",
  args: [key],
  flags: {},
  examples: ["tidings topics get releases"],
  async run({ args: [topicKey = ""], client }) {
    const answer = await client.topics.get(topicKey);
    return { answer, text: cardOf(answer) };
  },
});

const createTopic = command({
  name: "topics create",
  summary: "create a topic, or update the existing one",
  args: [key],
  flags: profile,
  examples: ['tidings topics create releases --name "New releases"'],
  async run({ args: [topicKey = ""], flags, client }) {
    const answer = await client.topics.create({ key: topicKey, ...flags });
    return { answer, text: cardOf(answer) };
  },
});

const deleteTopic = command({
  name: "topics delete",
  summary: "delete a topic with its subscriptions",
  args: [key],
  flags: {},
  examples: ["tidings topics delete releases"],
  async run({ args: [topicKey = ""], client }) {
    const answer = await client.topics.delete(topicKey);
    return { answer, text: `Topic ${topicKey} is deleted.` };
  },
});

const listSubscriptions = command({
  name: "topics subscriptions",
  summary: "list the subscriptions of a topic",
  args: [key],
  flags: { subscriber: text("ID", "Only subscriptions of this subscriber."), ...pages },
  examples: ["tidings topics subscriptions releases --limit 100"],
  async run({ args: [topicKey = ""], flags, client, again }) {
    const { subscriber: subscriberId, ...page } = flags;
    const query = { ...page, ...(subscriberId && { subscriberId }) };
    const answer = await client.topics.listSubscriptions(topicKey, query);
    if (answer.data.length === 0) return { answer, note: "No subscriptions." };
    const note = nextOf(answer, (after) => again({ after }));
    return { answer, text: table(answer.data, memberColumns, terminalWidth()), note };
  },
});

const subscribe = command({
  name: "topics subscribe",
  summary: "subscribe to a topic; creates the topic if it is missing",
  args: [key],
  flags: members,
  examples: ["tidings topics subscribe releases --subscriber ada --subscriber bob"],
  async run({ args: [topicKey = ""], flags, client }) {
    const answer = await client.topics.subscribe(topicKey, { subscriptions: listOf(flags.subscriber) });
    return outcomeOf(answer, "subscribed");
  },
});

const unsubscribe = command({
  name: "topics unsubscribe",
  summary: "unsubscribe from a topic",
  args: [key],
  flags: members,
  examples: ["tidings topics unsubscribe releases --subscriber ada"],
  async run({ args: [topicKey = ""], flags, client }) {
    const answer = await client.topics.unsubscribe(topicKey, { subscriptions: listOf(flags.subscriber) });
    return outcomeOf(answer, "unsubscribed");
  },
});

const renameSubscription = command({
  name: "topics rename-subscription",
  summary: "rename a subscription",
  args: [key, { name: "ID", help: "The subscription's identifier, or its id if it has none." }],
  flags: { name: text("TEXT", 'The new name; an empty text (--name "") clears it.') },
  examples: [`tidings topics rename-subscription releases ada-releases --name "Ada's releases"`],
  async run({ args: [topicKey = "", identifier = ""], flags: { name }, client }) {
    if (name === undefined) throw new UsageError("--name is missing");
    const answer = await client.topics.updateSubscription(topicKey, identifier, { name: name || null });
    return { answer, text: table([answer], memberColumns, terminalWidth()) };
  },
});

function listOf(subscribers: readonly string[] = []): string[] {
  if (subscribers.length === 0) throw new UsageError("--subscriber is missing: give at least one");
  return [...subscribers];
}

export const TOPIC_COMMANDS = [
  listTopics,
  getTopic,
  createTopic,
  deleteTopic,
  listSubscriptions,
  subscribe,
  unsubscribe,
  renameSubscription,
];
