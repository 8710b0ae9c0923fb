import {
  NOTIFICATION_STATES,
  type Notification,
  type NotificationState,
  type ReasonCode,
  STEP_TYPES,
  type StepType,
} from "@tidings/contract";
import { nextPage } from "../../next-page.ts";
import { command, list, number, text, toggle } from "../command.ts";
import { terminalWidth } from "../output.ts";
import { type Column, moment, table } from "../table.ts";
import { timeline } from "../timeline.ts";

const columns: Column<Notification>[] = [
  { title: "ID", of: (one) => one._id, isWhole: true },
  { title: "CREATED (UTC)", of: (one) => moment(one.createdAt), isWhole: true },
  { title: "WORKFLOW", of: (one) => one.template?.triggers[0]?.identifier ?? one.template?.name },
  { title: "SUBSCRIBER", of: (one) => one.subscriber?.subscriberId },
  { title: "STATE", of: (one) => one.state },
  { title: "STEPS", of: (one) => one.jobs?.map(({ type, status }) => `${type}:${status}`).join(" ") },
  { title: "TRANSACTION", of: (one) => one.transactionId, isWhole: true },
];

const listNotifications = command({
  name: "notifications list",
  summary: "list notifications, newest first",
  args: [],
  flags: {
    "transaction-id": list("ID", "Only of this trigger; may be repeated."),
    "subscriber-id": list("ID", "Only to this subscriber; may be repeated."),
    email: list("ADDRESS", "Only to subscribers with this e-mail address; may be repeated."),
    workflow: list("ID", "Only of this workflow (identifier or internal id); may be repeated."),
    channel: list("TYPE", `Only with a step of this type (${STEP_TYPES.join(", ")}); may be repeated.`),
    state: list("STATE", `Only in this state (${NOTIFICATION_STATES.join(", ")}); may be repeated.`),
    attention: toggle("Only with failures that you can repair, or messages that are tried again."),
    code: list("CODE", "Only with an execution detail of this code, for example no_email; may be repeated."),
    "due-before": text("TIME", "Only with a step that waits for a moment at or before this time."),
    since: text("TIME", "Only created at or after this time, for example 2026-01-31T08:00:00Z."),
    until: text("TIME", "Only created at or before this time."),
    page: number("N", "Page number, starting at 0."),
    limit: number("N", "Page size: 1 to 50; default 10."),
  },
  examples: [
    "tidings notifications list --subscriber-id ada",
    "tidings notifications list --attention",
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
      state: listOf(flags.state) as NotificationState[],
      code: listOf(flags.code) as ReasonCode[],
      ...(flags.attention && { attention: true }),
      ...(flags["due-before"] !== undefined && { dueBefore: flags["due-before"] }),
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

/** The API treats an empty list as no filter. */
function listOf(values: readonly string[] = []): string[] {
  return [...values];
}

const getNotification = command({
  name: "notifications get",
  summary: "show what happened to a notification, step by step",
  args: [{ name: "NOTIFICATION_ID", help: "As `tidings notifications list` shows it." }],
  flags: {},
  examples: ["tidings notifications get 6740a1b2c3d4e5f601234567"],
  async run({ args: [notificationId = ""], client }) {
    const answer = await client.notifications.get(notificationId);
    return { answer, text: timeline(answer) };
  },
});

const cancelNotification = command({
  name: "notifications cancel",
  summary: "cancel the steps of one notification that wait",
  args: [{ name: "NOTIFICATION_ID", help: "As `tidings notifications list` shows it." }],
  flags: {},
  examples: ["tidings notifications cancel 6740a1b2c3d4e5f601234567"],
  async run({ args: [notificationId = ""], client }) {
    const answer = await client.notifications.cancel(notificationId);
    const steps = answer.jobs.map(({ type }) => type).join(", ");
    const text =
      answer.canceled > 0 ? `Canceled: ${steps}.` : `Nothing left to cancel for ${notificationId}.`;
    return { answer, text };
  },
});

export const NOTIFICATION_COMMANDS = [listNotifications, getNotification, cancelNotification];
