import type { Suppression } from "@tidings/contract";
import type { SuppressionSearch } from "../../suppressions.ts";
import { command, number, text } from "../command.ts";
import { terminalWidth } from "../output.ts";
import { type Column, moment, table } from "../table.ts";

const columns: Column<Suppression>[] = [
  { title: "ID", of: (one) => one._id, isWhole: true },
  { title: "CREATED (UTC)", of: (one) => moment(one.createdAt), isWhole: true },
  { title: "CHANNEL", of: (one) => one.channel },
  { title: "ADDRESS", of: (one) => one.address, isWhole: true },
  { title: "REASON", of: (one) => one.reason },
  { title: "TO", of: (one) => one.subscriberId },
  { title: "PROVIDER", of: (one) => one.providerId },
  { title: "EXPLANATION", of: (one) => one.explanation },
];

const listSuppressions = command({
  name: "suppressions list",
  summary: "list addresses to which nothing is sent, newest first",
  args: [],
  flags: {
    channel: text("CHANNEL", "Only of this channel: email or sms."),
    address: text("ADDRESS", "Only this address."),
    "subscriber-id": text("ID", "Only addresses of this subscriber."),
    limit: number("N", "Page size: 1 to 100; default 10."),
    after: text("CURSOR", "Cursor of the next page; each page prints the command for it."),
  },
  examples: ["tidings suppressions list", "tidings suppressions list --address ada@example.com --json"],
  async run({ flags: { "subscriber-id": subscriberId, ...others }, client, again }) {
    const query = { ...others, ...(subscriberId !== undefined && { subscriberId }) };
    const answer = await client.suppressions.list(query as SuppressionSearch);
    if (answer.data.length === 0) return { answer, note: "No suppressions." };
    const total = `${answer.totalCount} in total.`;
    const note = answer.next ? `${total} Next page: ${again({ after: answer.next })}` : total;
    return { answer, text: table(answer.data, columns, terminalWidth()), note };
  },
});

const deleteSuppression = command({
  name: "suppressions delete",
  summary: "send to a suppressed address again",
  args: [{ name: "SUPPRESSION_ID", help: "As `tidings suppressions list` shows it." }],
  flags: {},
  examples: ["tidings suppressions delete 6740a1b2c3d4e5f601234567"],
  async run({ args: [suppressionId = ""], client }) {
    const answer = await client.suppressions.delete(suppressionId);
    return {
      answer,
      text: `Suppression ${suppressionId} is deleted; messages to the address are sent again.`,
    };
  },
});

export const SUPPRESSION_COMMANDS = [listSuppressions, deleteSuppression];
