import type { SubscriptionsOutcome, Topic, TopicSubscription } from "@tidings/contract";
import { command, json, list, number, text } from "../command.ts";
import { UsageError } from "../failure.ts";
import { terminalWidth } from "../output.ts";
import { type Column, card, moment, table } from "../table.ts";

const key = { name: "KEY", help: "Your own name of the topic." };
const pages = {
  limit: number("N", "How many at most: 1 to 100, 10 when left out."),
  after: text("CURSOR", "The next page; the command for it is printed with each page."),
};
const profile = {
  name: text("TEXT", "For people to read."),
  data: json("JSON|@FILE|-", "Whatever you keep with the topic; - reads standard input."),
};
const who = { subscriber: list("ID", "A subscriber; say it several times for several, at most 100.") };

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
  return next ? `${total} in all. Next page: ${again(next)}` : undefined;
}

function outcomeOf(answer: SubscriptionsOutcome, done: string) {
  const messages = (answer.errors ?? []).map(({ message }) => message);
  const failure = messages.length > 0 ? messages.join(" ") : undefined;
  return { answer, text: `${answer.meta.successful} ${done}.`, failure };
}

const listTopics = command({
  name: "topics list",
  summary: "show topics, page by page",
  args: [],
  flags: {
    key: text("TEXT", "Part of the key; capital letters matter."),
    name: text("TEXT", "Part of the name."),
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
  summary: "create a topic, or update the one there is",
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
  summary: "show who is subscribed to a topic, page by page",
  args: [key],
  flags: { subscriber: text("ID", "Only this subscriber's."), ...pages },
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
  summary: "subscribe to a topic, which is created when it is missing",
  args: [key],
  flags: who,
  examples: ["tidings topics subscribe releases --subscriber ada --subscriber bob"],
  async run({ args: [topicKey = ""], flags, client }) {
    const answer = await client.topics.subscribe(topicKey, { subscriptions: named(flags.subscriber) });
    return outcomeOf(answer, "subscribed");
  },
});

const unsubscribe = command({
  name: "topics unsubscribe",
  summary: "end subscriptions to a topic",
  args: [key],
  flags: who,
  examples: ["tidings topics unsubscribe releases --subscriber ada"],
  async run({ args: [topicKey = ""], flags, client }) {
    const answer = await client.topics.unsubscribe(topicKey, { subscriptions: named(flags.subscriber) });
    return outcomeOf(answer, "unsubscribed");
  },
});

const renameSubscription = command({
  name: "topics rename-subscription",
  summary: "give a subscription another name",
  args: [key, { name: "ID", help: "Its identifier, or its id where it has none." }],
  flags: { name: text("TEXT", 'The name; an empty text (--name "") erases it.') },
  examples: [`tidings topics rename-subscription releases ada-releases --name "Ada's releases"`],
  async run({ args: [topicKey = "", identifier = ""], flags: { name }, client }) {
    if (name === undefined) throw new UsageError("--name is missing");
    const answer = await client.topics.updateSubscription(topicKey, identifier, { name: name || null });
    return { answer, text: table([answer], memberColumns, terminalWidth()) };
  },
});

function named(subscribers: readonly string[] = []): string[] {
  if (subscribers.length === 0) throw new UsageError("--subscriber is missing: name at least one");
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
