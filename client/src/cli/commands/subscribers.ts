import type { Subscriber } from "@tidings/contract";
import { command, json, number, text, toggle, type Values } from "../command.ts";
import { terminalWidth } from "../output.ts";
import { type Column, card, moment, table } from "../table.ts";
import { remarkOf } from "../warnings.ts";
import { exportSubscriber } from "./export-subscriber.ts";
import { importSubscribers } from "./import-subscribers.ts";

const id = { name: "SUBSCRIBER_ID", help: "Your id for the subscriber." };

const columns: Column<Subscriber>[] = [
  { title: "SUBSCRIBER", of: (one) => one.subscriberId, isWhole: true },
  { title: "NAME", of: nameOf },
  { title: "EMAIL", of: (one) => one.email },
  { title: "PHONE", of: (one) => one.phone },
  { title: "CREATED (UTC)", of: (one) => moment(one.createdAt), isWhole: true },
];

function nameOf({ firstName, lastName }: Subscriber): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

function cardOf(one: Subscriber): string {
  return card([
    ["subscriberId", one.subscriberId],
    ...(["firstName", "lastName", "email", "phone", "avatar", "locale", "timezone"] as const).map(
      (field) => [field, one[field]] as const,
    ),
    ["data", one.data && JSON.stringify(one.data)],
    ["channels", one.channels?.map(({ providerId }) => providerId).join(", ")],
    ["id", one._id],
    ["created (UTC)", moment(one.createdAt)],
    ["updated (UTC)", moment(one.updatedAt)],
  ]);
}

const fields = {
  email: text("ADDRESS", "E-mail address."),
  phone: text("NUMBER", "Phone number, for example +4915112345678."),
  "first-name": text("NAME", "First name."),
  "last-name": text("NAME", "Last name."),
  avatar: text("URL", "URL of a picture."),
  locale: text("LOCALE", "Locale, for example en_US."),
  timezone: text("ZONE", "Time zone, for example Europe/Berlin."),
  data: json("JSON|@FILE|-", "Custom data of the subscriber; - reads standard input."),
};

/** Omitted fields stay unchanged; an empty text clears a field. */
function bodyOf(flags: Values<typeof fields>) {
  const {
    "first-name": firstName,
    "last-name": lastName,
    data,
    email,
    phone,
    avatar,
    locale,
    timezone,
  } = flags;
  const texts = { firstName, lastName, email, phone, avatar, locale, timezone };
  const given = Object.entries(texts).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given.map(([name, value]) => [name, value || null])),
    ...(data && { data }),
  };
}

const listSubscribers = command({
  name: "subscribers list",
  summary: "find subscribers",
  args: [],
  flags: {
    search: text("TEXT", "Text that id, name, e-mail address or phone contains, whatever its case."),
    email: text("TEXT", "Text that the e-mail address contains."),
    name: text("TEXT", "Text that first and last name contain; case-sensitive."),
    phone: text("TEXT", "Text that the phone number contains."),
    "subscriber-id": text("TEXT", "Text that the subscriberId contains."),
    limit: number("N", "Page size: 1 to 100; default 10."),
    after: text("CURSOR", "Cursor of the next page; each page prints the command for it."),
  },
  examples: [
    "tidings subscribers list --search ada",
    "tidings subscribers list --email @example.com --limit 50 --json",
  ],
  async run({ flags, client, again }) {
    const { "subscriber-id": subscriberId, ...filters } = flags;
    const answer = await client.subscribers.search({ ...filters, ...(subscriberId && { subscriberId }) });
    if (answer.data.length === 0) return { answer, note: "No subscribers." };
    const total = `${answer.totalCount}${answer.totalCountCapped ? "+" : ""}`;
    const note = answer.next ? `${total} in total. Next page: ${again({ after: answer.next })}` : undefined;
    return { answer, text: table(answer.data, columns, terminalWidth()), note };
  },
});

const getSubscriber = command({
  name: "subscribers get",
  summary: "show a subscriber",
  args: [id],
  flags: {},
  examples: ["tidings subscribers get ada"],
  async run({ args: [subscriberId = ""], client }) {
    const answer = await client.subscribers.get(subscriberId);
    return { answer, text: cardOf(answer), note: remarkOf(answer) };
  },
});

const createSubscriber = command({
  name: "subscribers create",
  summary: "create a subscriber, or update the existing one",
  args: [id],
  flags: { ...fields, "fail-if-exists": toggle("Fail if the subscriber already exists.") },
  examples: [
    "tidings subscribers create ada --email ada@example.com --first-name Ada",
    `tidings subscribers create bob --phone +4915112345678 --data '{"plan":"pro"}' --fail-if-exists`,
  ],
  async run({ args: [subscriberId = ""], flags, client }) {
    const query = flags["fail-if-exists"] ? { failIfExists: true } : {};
    const answer = await client.subscribers.create({ subscriberId, ...bodyOf(flags) }, query);
    return { answer, text: cardOf(answer), note: remarkOf(answer) };
  },
});

const updateSubscriber = command({
  name: "subscribers update",
  summary: "update a subscriber",
  args: [id],
  flags: fields,
  notes: 'Omitted fields stay unchanged; an empty text (--phone "") clears a field.',
  examples: [
    "tidings subscribers update ada --email ada@new.example.com",
    'tidings subscribers update ada --phone ""',
  ],
  async run({ args: [subscriberId = ""], flags, client }) {
    const answer = await client.subscribers.update(subscriberId, bodyOf(flags));
    return { answer, text: cardOf(answer), note: remarkOf(answer) };
  },
});

const deleteSubscriber = command({
  name: "subscribers delete",
  summary: "delete a subscriber with its messages",
  args: [id],
  flags: {},
  examples: ["tidings subscribers delete ada"],
  async run({ args: [subscriberId = ""], client }) {
    const answer = await client.subscribers.delete(subscriberId);
    return { answer, text: `Subscriber ${subscriberId} is deleted.` };
  },
});

export const SUBSCRIBER_COMMANDS = [
  listSubscribers,
  getSubscriber,
  createSubscriber,
  updateSubscriber,
  deleteSubscriber,
  exportSubscriber,
  importSubscribers,
];
