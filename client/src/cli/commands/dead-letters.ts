import type { DeadLetter, ReplayWish } from "@tidings/contract";
import type { DeadLetters } from "../../dead-letters.ts";
import { command, list, number, text, toggle, type Values } from "../command.ts";
import { UsageError } from "../failure.ts";
import { terminalWidth } from "../output.ts";
import { type Column, moment, table } from "../table.ts";

/** What the service replays at once, and looks at for it. */
const MOST_AT_ONCE = 1_000;
const MOST_LOOKED_AT = 10_000;

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
  channel: text("CHANNEL", "email, sms, chat or push."),
  reason: text("REASON", "Why it was given up, as the list shows it."),
  workflow: text("ID", "Of this workflow, by its identifier."),
  "subscriber-id": text("ID", "To this subscriber."),
  "transaction-id": text("ID", "Of this trigger."),
  integration: text("ID", "Tried last with this integration, by its internal id."),
};

type Filter = NonNullable<ReplayWish["filter"]>;

function filterOf(flags: Values<typeof filters>): Filter {
  const { channel, reason } = flags;
  const said = {
    channel,
    reason,
    workflowId: flags.workflow,
    subscriberId: flags["subscriber-id"],
    transactionId: flags["transaction-id"],
    integrationId: flags.integration,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Filter;
}

const listDeadLetters = command({
  name: "dead-letters list",
  summary: "show messages that were given up and not sent again, the newest first",
  args: [],
  flags: {
    ...filters,
    replayed: toggle("Those that were sent again instead."),
    limit: number("N", "How many at most: 1 to 100, 10 when left out."),
    after: text("CURSOR", "The next page; the command for it is printed with each page."),
  },
  examples: [
    "tidings dead-letters list",
    "tidings dead-letters list --channel email --reason attempts_spent",
    "tidings dead-letters list --transaction-id order-1042 --json",
  ],
  async run({ flags: { replayed, limit, after, ...others }, client, again }) {
    const answer = await client.deadLetters.list({
      ...filterOf(others),
      ...(replayed && { replayed }),
      ...(limit !== undefined && { limit }),
      ...(after !== undefined && { after }),
    });
    if (answer.data.length === 0) return { answer, note: "No dead letters." };
    const reasons = Object.entries(answer.counts).map(([reason, count]) => `${count} ${reason}`);
    const total = `${answer.totalCount} in all: ${reasons.join(", ")}.`;
    const note = answer.next ? `${total} Next page: ${again({ after: answer.next })}` : total;
    return { answer, text: table(answer.data, columns, terminalWidth()), note };
  },
});

const replayFlags = {
  id: list("ID", "This dead letter; may be repeated."),
  ...filters,
  all: toggle("All there are, instead of --id and filters."),
  "dry-run": toggle("Only tell what would be sent again."),
  "include-reached": toggle("Also to people whom another channel has reached."),
};

const replayDeadLetters = command({
  name: "dead-letters replay",
  summary: "have messages that were given up sent again",
  args: [],
  flags: replayFlags,
  notes: `Takes --id, a filter or --all, and at most ${MOST_AT_ONCE} at once, the oldest first.
It says what it will do, then sends exactly those again. With --json, the API's answer to that, in which "skipped"
counts also those that were left alone from the start.`,
  examples: [
    "tidings dead-letters replay --all --dry-run",
    "tidings dead-letters replay --reason config_error --channel email",
    "tidings dead-letters replay --id 6740a1b2c3d4e5f601234567 --include-reached",
  ],
  async run({ flags, client: { deadLetters }, say }) {
    const wish = wishOf(flags);
    const planned = await deadLetters.replay({ ...wish, dryRun: true });
    const report = { answer: planned, text: planOf(planned), note: noteOf(planned) };
    if (flags["dry-run"] || planned.replayed === 0) return report;
    say(report.text);
    const sent = await deadLetters.replay({ ...wish, ids: planned.ids });
    const answer = { ...sent, skipped: together(planned.skipped, sent.skipped) };
    return {
      ...report,
      answer,
      text: `On the way again: ${counted(sent.replayed)} (replay ${sent.replayId}).`,
    };
  },
});

type Replay = Awaited<ReturnType<DeadLetters["replay"]>>;

/** @throws UsageError when it is not said which, or said in two ways. */
function wishOf({
  id = [],
  all,
  "include-reached": includeReached,
  ...others
}: Values<typeof replayFlags>): ReplayWish {
  const filter = filterOf(others);
  const isNarrow = id.length > 0 || Object.keys(filter).length > 0;
  const help = "tidings dead-letters replay --help";
  if (!isNarrow && !all) throw new UsageError("Which? Give --id, a filter such as --channel, or --all", help);
  if (isNarrow && all) throw new UsageError("--all is for all: leave --id and the filters out", help);
  return { filter, ...(id.length > 0 && { ids: [...id] }), ...(includeReached && { includeReached }) };
}

function planOf({ replayed, skipped: { reached, gone } }: Replay): string {
  const left = [
    ...(reached
      ? [`${reached} to people whom another channel has reached (--include-reached sends them too)`]
      : []),
    ...(gone ? [`${gone} gone or on the way already`] : []),
  ];
  const first = `To send again: ${counted(replayed)}.`;
  return left.length === 0 ? first : `${first} Left alone: ${left.join(", ")}.`;
}

function noteOf({ replayed, skipped: { reached, gone } }: Replay): string | undefined {
  const isFull = replayed >= MOST_AT_ONCE || replayed + reached + gone >= MOST_LOOKED_AT;
  return isFull ? `These are the oldest ${replayed}; there may be more to send after them.` : undefined;
}

function together(first: Replay["skipped"], then: Replay["skipped"]): Replay["skipped"] {
  return { reached: first.reached + then.reached, gone: first.gone + then.gone };
}

function counted(count: number): string {
  return `${count} ${count === 1 ? "dead letter" : "dead letters"}`;
}

export const DEAD_LETTER_COMMANDS = [listDeadLetters, replayDeadLetters];
