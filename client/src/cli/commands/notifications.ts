import { type Notification, STEP_TYPES, type StepType } from "@tidings/contract";
import { nextPage } from "../../next-page.ts";
import { command, list, number, text } from "../command.ts";
import { terminalWidth } from "../output.ts";
import { type Column, moment, table } from "../table.ts";
import { timeline } from "../timeline.ts";

const columns: Column<Notification>[] = [
  { title: "ID", of: (one) => one._id, isWhole: true },
  { title: "CREATED (UTC)", of: (one) => moment(one.createdAt), isWhole: true },
  { title: "WORKFLOW", of: (one) => one.template?.triggers[0]?.identifier ?? one.template?.name },
  { title: "SUBSCRIBER", of: (one) => one.subscriber?.subscriberId },
  { title: "STEPS", of: (one) => one.jobs?.map(({ type, status }) => `${type}:${status}`).join(" ") },
  { title: "TRANSACTION", of: (one) => one.transactionId, isWhole: true },
];

const listNotifications = command({
  name: "notifications list",
  summary: "show what was triggered for whom, the newest first, page by page",
  args: [],
  flags: {
    "transaction-id": list("ID", "Of this trigger; may be repeated."),
    "subscriber-id": list("ID", "To this subscriber; may be repeated."),
    email: list("ADDRESS", "To subscribers with this e-mail address; may be repeated."),
    workflow: list("ID", "Of this workflow, by its identifier or internal id; may be repeated."),
    channel: list("TYPE", `With a step of this type (${STEP_TYPES.join(", ")}); may be repeated.`),
    since: text("TIME", "Created at or after this moment, as 2026-01-31T08:00:00Z."),
    until: text("TIME", "Created at or before this moment."),
    page: number("N", "Which page; the first is 0."),
    limit: number("N", "How many at most: 1 to 50, 10 when left out."),
  },
  examples: [
    "tidings notifications list --subscriber-id ada",
    "tidings notifications list --transaction-id order-1042 --json",
  ],
  async run({ flags, client, again }) {
    const { since, until, page, limit } = flags;
    const answer = await client.notifications.list({
      transactionId: listOf(flags["transaction-id"]),
      subscriberIds: listOf(flags["subscriber-id"]),
      emails: listOf(flags.email),
      templates: listOf(flags.workflow),
      channels: listOf(flags.channel) as StepType[],
      ...(since !== undefined && { after: since }),
      ...(until !== undefined && { before: until }),
      ...(page !== undefined && { page }),
      ...(limit !== undefined && { limit }),
    });
    if (answer.data.length === 0) return { answer, note: "No notifications." };
    const next = nextPage(answer, limit);
    const note = next && `Next page: ${again(next)}`;
    return { answer, text: table(answer.data, columns, terminalWidth()), note };
  },
});

/** An empty list is no filter. */
function listOf(values: readonly string[] = []): string[] {
  return [...values];
}

const getNotification = command({
  name: "notifications get",
  summary: "tell what happened to a notification, step by step",
  args: [{ name: "NOTIFICATION_ID", help: "As `tidings notifications list` shows it." }],
  flags: {},
  examples: ["tidings notifications get 6740a1b2c3d4e5f601234567"],
  async run({ args: [notificationId = ""], client }) {
    const answer = await client.notifications.get(notificationId);
    return { answer, text: timeline(answer) };
  },
});

export const NOTIFICATION_COMMANDS = [listNotifications, getNotification];
