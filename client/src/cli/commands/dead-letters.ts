import { type DeadLetter, DISCARD_LIMIT, REPLAY_LIMITS, type ReplayInput } from "@tidings/contract";
import { command, list, number, text, toggle, type Values } from "../command.ts";
import { UsageError } from "../failure.ts";
import { terminalWidth } from "../output.ts";
import { type Column, moment, table } from "../table.ts";
import { deadLetters as counted, noteOf, planOf, withPlanned } from "./replay-plan.ts";

const columns: Column<DeadLetter>[] = [
  { title: "ID", of: (one) => one._id, isWhole: true },
  { title: "DIED (UTC)", of: (one) => moment(one.diedAt), isWhole: true },
  { title: "CHANNEL", of: (one) => one.channel },
  { title: "REASON", of: (one) => one.reason },
  { title: "WORKFLOW", of: (one) => one.workflowId },
  { title: "TO", of: (one) => one.subscriberId },
  { title: "ATTEMPTS", of: (one) => one.attempts },
  { title: "ERROR", of: (one) => one.errorText },
  { title: "TRANSACTION", of: (one) => one.transactionId, isWhole: true },
];

const filters = {
  channel: text("CHANNEL", "Only of this channel: email, sms, chat or push."),
  reason: text("REASON", "Only with this reason, as the REASON column of the list shows it."),
  workflow: text("ID", "Only of this workflow (its identifier)."),
  "subscriber-id": text("ID", "Only to this subscriber."),
  "transaction-id": text("ID", "Only of this trigger."),
  integration: text("ID", "Only last tried with this integration (its internal id)."),
  "died-after": text("TIME", "Only given up at or after this moment, ISO 8601."),
  "died-before": text("TIME", "Only given up at or before this moment, ISO 8601."),
};

type Filter = NonNullable<ReplayInput["filter"]>;

function filterOf(flags: Values<typeof filters>): Filter {
  const { channel, reason } = flags;
  const filter = {
    channel,
    reason,
    workflowId: flags.workflow,
    subscriberId: flags["subscriber-id"],
    transactionId: flags["transaction-id"],
    integrationId: flags.integration,
    diedAfter: flags["died-after"],
    diedBefore: flags["died-before"],
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Filter;
}

const listDeadLetters = command({
  name: "dead-letters list",
  summary: "list messages that were given up, newest first",
  args: [],
  flags: {
    ...filters,
    replayed: toggle("List the replayed ones instead."),
    discarded: toggle("List the discarded ones instead."),
    replay: text("ID", "Only those of this replay, with its progress."),
    limit: number("N", "Page size: 1 to 100; default 10."),
    after: text("CURSOR", "Cursor of the next page; each page prints the command for it."),
  },
  examples: [
    "tidings dead-letters list",
    "tidings dead-letters list --channel email --reason attempts_spent",
    "tidings dead-letters list --transaction-id order-1042 --json",
  ],
  notes: "Replayed and discarded ones are listed with --replayed and --discarded only.",
  async run({ flags: { replayed, discarded, replay, limit, after, ...others }, client, again }) {
    const answer = await client.deadLetters.list({
      ...filterOf(others),
      ...(replayed && { replayed }),
      ...(discarded && { discarded }),
      ...(replay !== undefined && { replayId: replay }),
      ...(limit !== undefined && { limit }),
      ...(after !== undefined && { after }),
    });
    if (answer.data.length === 0) return { answer, note: "No dead letters." };
    const reasons = Object.entries(answer.counts).map(([reason, count]) => `${count} ${reason}`);
    const { sent, failed, waiting } = answer.progress ?? {};
    const progress = answer.progress
      ? ` ${sent} sent, ${failed} given up again, ${waiting} not sent yet.`
      : "";
    const total = `${answer.totalCount} in total: ${reasons.join(", ")}.${progress}`;
    const note = answer.next ? `${total} Next page: ${again({ after: answer.next })}` : total;
    return { answer, text: table(answer.data, columns, terminalWidth()), note };
  },
});

const selectionFlags = {
  id: list("ID", "A dead letter; may be repeated."),
  ...filters,
  all: toggle("All dead letters, instead of --id and filters."),
};

const replayDeadLetters = command({
  name: "dead-letters replay",
  summary: "send dead letters again",
  args: [],
  flags: {
    ...selectionFlags,
    "dry-run": toggle("Only show what would be replayed."),
    "include-reached": toggle("Also replay messages to subscribers that were reached another way."),
  },
  notes: `Needs --id, a filter or --all. Replays at most ${REPLAY_LIMITS.replayed} at once, oldest first.
Leaves out subscribers that were reached after the message was given up, or by a step that stands in for the failed step
(onlyIf). Prints the plan first, by workflow if something is left out, then replays exactly these. With --json, prints the
API's answer to the replay, in which "skipped" also counts what the plan skipped.`,
  examples: [
    "tidings dead-letters replay --all --dry-run",
    "tidings dead-letters replay --reason config_error --channel email",
    "tidings dead-letters replay --id 6740a1b2c3d4e5f601234567 --include-reached",
  ],
  async run({ flags, client: { deadLetters }, say }) {
    const { "dry-run": isDryRun, "include-reached": includeReached, ...selection } = flags;
    const input = { ...selectionOf("replay", selection), ...(includeReached && { includeReached }) };
    const planned = await deadLetters.replay({ ...input, dryRun: true });
    const report = { answer: planned, text: planOf(planned), note: noteOf(planned) };
    if (isDryRun || planned.replayed === 0) return report;
    say(report.text);
    const sent = await deadLetters.replay({ ...input, ids: planned.ids });
    const text = `Sending again: ${counted(sent.replayed)} (replay ${sent.replayId}).`;
    return { ...report, answer: withPlanned(sent, planned), text };
  },
});

/** @throws UsageError when nothing is selected, or --all is combined with a selection. */
function selectionOf(
  action: string,
  { id = [], all, ...others }: Values<typeof selectionFlags>,
): Pick<ReplayInput, "ids"> & { filter: Filter } {
  const filter = filterOf(others);
  const hasSelection = id.length > 0 || Object.keys(filter).length > 0;
  const help = `tidings dead-letters ${action} --help`;
  if (!hasSelection && !all)
    throw new UsageError("Nothing is selected: give --id, a filter such as --channel, or --all", help);
  if (hasSelection && all) throw new UsageError("--all cannot be combined with --id or a filter", help);
  return { filter, ...(id.length > 0 && { ids: [...id] }) };
}

const discardDeadLetters = command({
  name: "dead-letters discard",
  summary: "take dead letters off the list; nothing is sent",
  args: [],
  flags: { ...selectionFlags, "dry-run": toggle("Only show what would be discarded.") },
  notes: `Needs --id, a filter or --all. Discards at most ${DISCARD_LIMIT} at once, oldest first.
Prints the plan first, then discards exactly these. Messages and notifications stay, and say who discarded them.`,
  examples: [
    "tidings dead-letters discard --reason recipient_error --dry-run",
    "tidings dead-letters discard --died-before 2026-01-31T00:00:00Z",
    "tidings dead-letters discard --id 6740a1b2c3d4e5f601234567",
  ],
  async run({ flags: { "dry-run": isDryRun, ...selection }, client: { deadLetters }, say }) {
    const input = selectionOf("discard", selection);
    const planned = await deadLetters.discard({ ...input, dryRun: true });
    const skipped = planned.skipped > 0 ? ` Skipped: ${planned.skipped} unknown, replayed or discarded.` : "";
    const text = `To discard: ${counted(planned.discarded)}.${skipped}`;
    const isFull = planned.discarded >= DISCARD_LIMIT;
    const note = isFull ? `These are the oldest ${planned.discarded}; more may remain.` : undefined;
    if (isDryRun || planned.discarded === 0) return { answer: planned, text, note };
    say(text);
    const done = await deadLetters.discard({ ...input, ids: planned.ids });
    const answer = { ...done, skipped: planned.skipped + done.skipped };
    return { answer, text: `Discarded: ${counted(done.discarded)}.`, note };
  },
});

export const DEAD_LETTER_COMMANDS = [listDeadLetters, replayDeadLetters, discardDeadLetters];
