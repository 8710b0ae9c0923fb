import type { InboxNotification } from "@tidings/contract";
import type { Tidings } from "../../client.ts";
import type { InboxSelection } from "../../inbox.ts";
import { boolean, command, list, number, text, toggle } from "../command.ts";
import { UsageError } from "../failure.ts";
import { terminalWidth } from "../output.ts";
import { type Column, moment, table } from "../table.ts";

const SUBSCRIBER = { name: "SUBSCRIBER_ID", help: "Whose inbox." };
const NOTIFICATION = { name: "ID", help: "As `tidings inbox list` shows it." };
const selectors = {
  tag: list("TAG", "Only notifications with this tag; may be repeated: any of them."),
  "context-key": list("TYPE:ID", "Only notifications with exactly these contexts; may be repeated."),
};
type Selectors = { readonly tag?: readonly string[]; readonly "context-key"?: readonly string[] };

const selectionOf = ({ tag, "context-key": contextKeys }: Selectors): InboxSelection => ({
  ...(tag && { tags: [...tag] }),
  ...(contextKeys && { contextKeys: [...contextKeys] }),
});

function stateOf(one: InboxNotification): string {
  if (one.snoozedUntil) return `snoozed until ${moment(one.snoozedUntil)}`;
  if (one.isArchived) return "archived";
  if (one.isRead) return "read";
  return one.isSeen ? "seen" : "new";
}

const columns: Column<InboxNotification>[] = [
  { title: "ID", of: (one) => one.id, isWhole: true },
  { title: "CREATED (UTC)", of: (one) => moment(one.createdAt), isWhole: true },
  { title: "STATE", of: stateOf },
  { title: "SUBJECT", of: (one) => one.subject },
  { title: "BODY", of: (one) => one.body },
];

const listInbox = command({
  name: "inbox list",
  summary: "list in-app notifications, newest first",
  args: [SUBSCRIBER],
  flags: {
    read: boolean("Only those that were read, or were not."),
    seen: boolean("Only those that were seen, or were not."),
    archived: boolean("Only those in the archive, or outside of it."),
    snoozed: boolean("Only snoozed ones, or others."),
    ...selectors,
    limit: number("N", "Page size: 1 to 100; default 10."),
    after: text("ID", "The last notification of the page before; each page prints the command for the next."),
  },
  examples: ["tidings inbox list ada --read false", "tidings inbox list ada --tag news --json"],
  async run({ args: [subscriberId = ""], flags, client, again }) {
    const { tag, "context-key": contextKey, ...query } = flags;
    const selection = selectionOf({ ...(tag && { tag }), ...(contextKey && { "context-key": contextKey }) });
    const answer = await client.inbox.list(subscriberId, { ...query, ...selection });
    const last = answer.data.at(-1);
    if (!last) return { answer, note: "No notifications." };
    const note = answer.hasMore ? `Next page: ${again({ after: last.id })}` : undefined;
    return { answer, text: table(answer.data, columns, terminalWidth()), note };
  },
});

const COUNTS = [
  { name: "unread", filter: { read: false, archived: false, snoozed: false } },
  { name: "unseen", filter: { seen: false, archived: false, snoozed: false } },
  { name: "snoozed", filter: { snoozed: true } },
  { name: "archived", filter: { archived: true } },
] as const;

const countInbox = command({
  name: "inbox count",
  summary: "count by state",
  args: [SUBSCRIBER],
  flags: {},
  examples: ["tidings inbox count ada"],
  async run({ args: [subscriberId = ""], client }) {
    const filters = COUNTS.map(({ filter }) => filter);
    const answer = await client.inbox.count(subscriberId, filters);
    const words = COUNTS.map(({ name }, index) => `${answer[index]?.count} ${name}`);
    return { answer, text: words.join(", ") };
  },
});

type Change = "read" | "unread" | "archive" | "unarchive" | "unsnooze";

const change = (name: Change, summary: string, done: string) =>
  command({
    name: `inbox ${name}`,
    summary,
    args: [SUBSCRIBER, NOTIFICATION],
    flags: {},
    examples: [`tidings inbox ${name} ada 6740a1b2c3d4e5f601234567`],
    async run({ args: [subscriberId = "", id = ""], client }) {
      const answer = await client.inbox[name](subscriberId, id);
      return { answer, text: `Notification ${id} is ${done}.` };
    },
  });

const snooze = command({
  name: "inbox snooze",
  summary: "hide a notification until a moment",
  args: [SUBSCRIBER, NOTIFICATION],
  flags: { until: text("TIME", "ISO 8601; in the future, at most 90 days away. Required.") },
  examples: ["tidings inbox snooze ada 6740a1b2c3d4e5f601234567 --until 2030-01-01T09:00:00Z"],
  async run({ args: [subscriberId = "", id = ""], flags: { until }, client }) {
    if (until === undefined) throw new UsageError("Give --until", "tidings inbox snooze --help");
    const answer = await client.inbox.snooze(subscriberId, id, until);
    return { answer, text: `Notification ${id} is snoozed until ${answer.snoozedUntil}.` };
  },
});

const press = (name: "complete" | "revert", summary: string, done: string) =>
  command({
    name: `inbox ${name}`,
    summary,
    args: [SUBSCRIBER, NOTIFICATION],
    flags: { action: text("BUTTON", "primary (the default) or secondary.") },
    examples: [`tidings inbox ${name} ada 6740a1b2c3d4e5f601234567 --action secondary`],
    async run({ args: [subscriberId = "", id = ""], flags: { action = "primary" }, client }) {
      const method = name === "complete" ? client.inbox.completeAction : client.inbox.revertAction;
      const answer = await method(subscriberId, id, action as "primary" | "secondary");
      return { answer, text: `The ${action} action of ${id} is ${done}.` };
    },
  });

type Bulk = { name: string; summary: string; done: string; method: BulkMethod };
type BulkMethod = "readAll" | "archiveAll" | "archiveRead" | "seen";

const bulk = ({ name, summary, done, method }: Bulk) =>
  command({
    name: `inbox ${name}`,
    summary,
    args: [SUBSCRIBER],
    flags: selectors,
    notes: "Snoozed notifications stay as they are.",
    examples: [`tidings inbox ${name} ada`, `tidings inbox ${name} ada --tag news`],
    async run({ args: [subscriberId = ""], flags, client }) {
      const answer = await client.inbox[method](subscriberId, selectionOf(flags));
      return { answer, text: `The selected notifications of ${subscriberId} are ${done}.` };
    },
  });

const deleteNotifications = command({
  name: "inbox delete",
  summary: "delete a notification, or the selected ones",
  args: [SUBSCRIBER, { ...NOTIFICATION, help: "The notification; omit it with --all.", isOptional: true }],
  flags: {
    all: toggle("Delete all notifications, or those that --tag and --context-key select."),
    ...selectors,
  },
  examples: [
    "tidings inbox delete ada 6740a1b2c3d4e5f601234567",
    "tidings inbox delete ada --all --tag news",
  ],
  async run({ args: [subscriberId = "", id], flags: { all, ...selected }, client }) {
    if ((id === undefined) === (all === undefined)) {
      throw new UsageError("Give either an ID or --all", "tidings inbox delete --help");
    }
    const answer = await deleteFrom(client, { subscriberId, id, selection: selectionOf(selected) });
    const what =
      id === undefined ? `The selected notifications of ${subscriberId} are` : `Notification ${id} is`;
    return { answer, text: `${what} deleted.` };
  },
});

type Deletion = { subscriberId: string; id: string | undefined; selection: InboxSelection };

function deleteFrom({ inbox }: Tidings, { subscriberId, id, selection }: Deletion): Promise<unknown> {
  return id === undefined ? inbox.deleteAll(subscriberId, selection) : inbox.delete(subscriberId, id);
}

export const INBOX_COMMANDS = [
  listInbox,
  countInbox,
  change("read", "mark a notification as read", "read"),
  change("unread", "mark a notification as unread", "unread"),
  change("archive", "archive a notification", "archived"),
  change("unarchive", "return a notification from the archive", "no longer archived"),
  snooze,
  change("unsnooze", "end the snooze of a notification", "no longer snoozed"),
  press("complete", "press a button of a notification", "completed"),
  press("revert", "take back the pressing of a button", "reverted"),
  bulk({ name: "read-all", summary: "mark many as read", done: "read", method: "readAll" }),
  bulk({ name: "see-all", summary: "mark many as seen", done: "seen", method: "seen" }),
  bulk({ name: "archive-all", summary: "archive many", done: "archived", method: "archiveAll" }),
  bulk({ name: "archive-read", summary: "archive the read ones", done: "archived", method: "archiveRead" }),
  deleteNotifications,
];
